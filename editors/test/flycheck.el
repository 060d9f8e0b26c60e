;;; flycheck.el --- the checker of docs/editors.md in batch  -*- lexical-binding: t -*-
;; emacs --batch -q -l flycheck.el; cudalint is on the path, FIXTURE the file, SNIPPETS a folder with those of docs/editors.md.
(require 'cc-mode)

(defun check (condition format &rest args)
  "Fail with FORMAT and ARGS unless CONDITION."
  (unless condition
    (princ (concat "flycheck: " (apply #'format format args) "\n") #'external-debugging-output)
    (kill-emacs 1)))

(defun errors-now ()
  "Check the buffer, and give what is found."
  (flycheck-buffer)
  (let ((end (+ (float-time) 30)))
    (while (and (flycheck-running-p) (< (float-time) end))
      (accept-process-output nil 0.05)))
  (check (not (flycheck-running-p)) "the checker does not end")
  flycheck-current-errors)

(add-to-list 'auto-mode-alist '("\\.cuh?\\'" . c++-mode))
(load (expand-file-name "flycheck.el" (getenv "SNIPPETS")) nil t)
(require 'flycheck)
(find-file (getenv "FIXTURE"))
(flycheck-mode 1)
(check (eq (flycheck-get-checker-for-buffer) 'cudalint) "another checker: %S" (flycheck-get-checker-for-buffer))
(let ((found (errors-now)))
  (check (= (length found) 1) "not one finding: %S" found)
  (let ((e (car found)))
    (check (and (= (flycheck-error-line e) 7) (eq (flycheck-error-level e) 'warning)) "another place or level: %S" e)
    (check (equal (flycheck-error-id e) "shared-bank-conflict") "another rule: %S" e)
    (check (string-match-p "32 wavefronts" (flycheck-error-message e)) "another text: %S" e)
    (goto-char (flycheck-error-pos e))
    (check (looking-at "tile\\[threadIdx.x\\]") "another column: %S" e)))
;; Text that is not saved counts.
(goto-char (point-min))
(search-forward "tile[32][32")
(replace-match "tile[32][33")
(check (null (errors-now)) "the finding stays: %S" flycheck-current-errors)
(set-buffer-modified-p nil)
;; What is no CUDA by its name is left alone.
(find-file (expand-file-name "host.cpp" (file-name-directory (getenv "FIXTURE"))))
(flycheck-mode 1)
(check (not (eq (flycheck-get-checker-for-buffer) 'cudalint)) "host code is checked")
(princ "flycheck: passed\n" #'external-debugging-output)
(kill-emacs 0)
