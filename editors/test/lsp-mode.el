;;; lsp-mode.el --- lsp-mode against the server, in batch  -*- lexical-binding: t -*-
;; emacs --batch -q -l lsp-mode.el; cudalint is on the path, FIXTURE the file, SNIPPETS a folder with those of docs/editors.md.
(require 'cc-mode)

(defun check (condition format &rest args)
  "Fail with FORMAT and ARGS unless CONDITION."
  (unless condition
    (princ (concat "lsp-mode: " (apply #'format format args) "\n") #'external-debugging-output)
    (kill-emacs 1)))

(defun wait-for (what)
  "Wait until the function WHAT gives something, and give that."
  (let ((end (+ (float-time) 30)) found)
    (while (and (not (setq found (funcall what))) (< (float-time) end))
      (accept-process-output nil 0.05))
    found))

(add-to-list 'auto-mode-alist '("\\.cuh?\\'" . c++-mode))
(load (expand-file-name "lsp-mode.el" (getenv "SNIPPETS")) nil t)
(setq lsp-auto-guess-root t lsp-enable-snippet nil lsp-diagnostics-provider (if (require 'flycheck nil t) :flycheck :none) lsp-warn-no-matched-clients nil
      lsp-enable-file-watchers nil lsp-debounce-full-sync-notifications nil lsp-keep-workspace-alive t lsp-restart 'ignore
      lsp-modeline-workspace-status-enable nil lsp-modeline-diagnostics-enable nil lsp-modeline-code-actions-enable nil
      lsp-headerline-breadcrumb-enable nil
      lsp-session-file (expand-file-name "session" (getenv "HOME")))
(require 'lsp-mode)
(require 'project)

(defun found-now ()
  "What the server says of the buffer."
  (append (gethash (lsp--fix-path-casing (buffer-file-name)) (lsp-diagnostics t)) nil))

;; Version 8 counts code points, whatever the protocol says, so no astral character may stand in front of what is looked at.
(with-temp-file (getenv "FIXTURE")
  (insert-file-contents (getenv "FIXTURE"))
  (while (search-forward "🚀" nil t) (replace-match "火")))

(find-file (getenv "FIXTURE"))
(lsp-workspace-folders-add (file-name-directory (getenv "FIXTURE")))
(lsp)
(check (wait-for (lambda () (and (lsp-workspaces) (eq 'initialized (lsp--workspace-status (car (lsp-workspaces))))))) "the server does not start")
(check (eq 'cudalint (lsp--client-server-id (lsp--workspace-client (car (lsp-workspaces))))) "another server: %S" (lsp-workspaces))
(let* ((found (wait-for #'found-now))
       (range (and found (lsp:diagnostic-range (car found)))))
  (check (= (length found) 1) "not one finding: %S" found)
  (let ((region (lsp--range-to-region range)))
    (check (equal (buffer-substring-no-properties (car region) (cdr region)) "tile[threadIdx.x][threadIdx.y]") "another place: %S" range)
    (check (string-match-p "32 wavefronts" (lsp:diagnostic-message (car found))) "another text: %S" found)
    (when (featurep 'flycheck)
      (require 'lsp-diagnostics)
      (lsp-diagnostics-mode 1)
      (flycheck-mode 1)
      (check (wait-for (lambda () (flycheck-buffer) flycheck-current-errors)) "Flycheck does not show it")
      (let ((e (car flycheck-current-errors)))
        (check (and (= (length flycheck-current-errors) 1) (eq (flycheck-error-checker e) 'lsp) (= (flycheck-error-line e) 7))
               "Flycheck shows something else: %S" flycheck-current-errors)))
    (goto-char (1+ (car region)))
    (let ((hover (lsp-request "textDocument/hover" (lsp--text-document-position-params))))
      (check (string-match-p "32 wavefronts" (lsp:markup-content-value (lsp:hover-contents hover))) "no numbers in the hover: %S" hover))
    (let* ((actions (lsp-code-actions-at-point))
           (fix (seq-find (lambda (a) (string-match-p (regexp-quote "[33]") (lsp:code-action-title a))) actions)))
      (check fix "no padding fix: %S" actions)
      (lsp-execute-code-action fix)
      (goto-char (point-min))
      (check (search-forward "__shared__ float tile[32][33];" nil t) "the fix was not made")
      (check (wait-for (lambda () (null (found-now)))) "the finding stays: %S" (found-now)))))
;; What is typed is judged.
(goto-char (point-min))
(search-forward "tile[32][33")
(replace-match "tile[32][32")
(check (wait-for #'found-now) "the finding does not come back")
(set-buffer-modified-p nil)
(let* ((workspace (car (lsp-workspaces)))
       (process (lsp--workspace-cmd-proc workspace)))
  (lsp-workspace-shutdown workspace)
  (check (wait-for (lambda () (not (process-live-p process)))) "the server does not end"))
(setq kill-emacs-hook nil) ; lsp-mode would talk to a server that is gone
(princ "lsp-mode: passed\n" #'external-debugging-output)
(kill-emacs 0)
