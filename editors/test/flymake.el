;;; flymake.el --- the backend of docs/editors.md in batch  -*- lexical-binding: t -*-
;; emacs --batch -q -l flymake.el; cudalint is on the path, FIXTURE the file, SNIPPETS a folder with those of docs/editors.md.
(require 'cc-mode)
(require 'flymake)

(defun check (condition format &rest args)
  "Fail with FORMAT and ARGS unless CONDITION."
  (unless condition
    (princ (concat "flymake: " (apply #'format format args) "\n") #'external-debugging-output)
    (kill-emacs 1)))

(defun snippet (name)
  "Load the snippet NAME."
  (load (expand-file-name name (getenv "SNIPPETS")) nil t))

(defun wait-for (what)
  "Wait until the function WHAT gives something, and give that."
  (let ((end (+ (float-time) 20)) found)
    (while (and (not (setq found (funcall what))) (< (float-time) end))
      (accept-process-output nil 0.05))
    found))

(add-to-list 'auto-mode-alist '("\\.cuh?\\'" . c++-mode))
(snippet "flymake.el")
(find-file (getenv "FIXTURE"))
(check (memq #'cudalint-flymake flymake-diagnostic-functions) "the backend is not there")
(flymake-start)
(let ((found (wait-for #'flymake-diagnostics)))
  (check (= (length found) 1) "not one finding: %S" found)
  (let ((d (car found)))
    (goto-char (flymake-diagnostic-beg d))
    (check (and (= (line-number-at-pos) 7) (looking-at "tile")) "another place: %S" d)
    (check (string-match-p "32 wavefronts" (flymake-diagnostic-text d)) "another text: %S" d)))
;; Text that is not saved counts.
(goto-char (point-min))
(search-forward "tile[32][32")
(replace-match "tile[32][33")
(flymake-start)
(check (wait-for (lambda () (null (flymake-diagnostics)))) "the finding stays")
(set-buffer-modified-p nil)

(princ "flymake: passed\n" #'external-debugging-output)
(kill-emacs 0)
