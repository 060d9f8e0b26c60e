#!/usr/bin/env bash
# Runs real editors against the server, with the settings that docs/editors.md gives, and builds and tests the extension for Visual Studio
# Code. An editor that is not installed is left out, and that is said; with STRICT=1 it is a failure.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

left_out=0
has() {
  for tool in "$@"; do
    if ! command -v "$tool" >/dev/null; then
      echo "editors: $tool is not installed, its test is left out"
      left_out=1
      return 1
    fi
  done
}

mkdir "$work/bin" "$work/snippets" "$work/home"
(cd "$root" && ${GO:-go} build -o "$work/bin/cudalint" ./cmd/cudalint)
awk -v dir="$work/snippets" '
  /^<!-- snippet .* -->$/ { name = $3; next }
  /^```/ { if (file) { close(file); file = "" } else if (name) { file = dir "/" name; name = "" } next }
  file { print > file }' "$root/docs/editors.md"

export PATH="$work/bin:$PATH" SNIPPETS="$work/snippets" CUDALINT="$work/bin/cudalint" HOME="$work/home" XDG_CONFIG_HOME="$work/home" XDG_DATA_HOME="$work/home"

# A fresh project for each editor.
fixture() {
  mkdir -p "$work/$1"
  cp "$here/fixture.cu" "$work/$1/"
  touch "$work/$1/.cudalint.toml"
  export FIXTURE="$work/$1/fixture.cu"
}

if has nvim; then
  fixture neovim
  (cd "$work/neovim" && timeout 120 nvim --headless -u NONE -i NONE -n -c "luafile $here/neovim.lua") 2>&1
  echo
fi
if has emacs; then
  fixture eglot
  if emacs --batch -q --eval '(kill-emacs (if (require (quote eglot) nil t) 0 1))' >/dev/null 2>&1; then
    (cd "$work/eglot" && timeout 120 emacs --batch -q -l "$here/eglot.el") 2>&1 | grep -v '^Loading'
  else
    echo "editors: Emacs has no Eglot, its test is left out"
    left_out=1
  fi
  fixture flymake
  (cd "$work/flymake" && timeout 120 emacs --batch -q -l "$here/flymake.el") 2>&1 | grep -v '^Loading'
  for package in flycheck lsp-mode; do # packages of others
    if emacs --batch -q --eval "(kill-emacs (if (require '$package nil t) 0 1))" >/dev/null 2>&1; then
      fixture "$package"
      (cd "$work/$package" && timeout 120 emacs --batch -q -l "$here/$package.el") 2>&1 | grep -v '^Loading\|^LSP ::\|^Applying'
    else
      echo "editors: Emacs has no $package, its test is left out"
      left_out=1
    fi
  done
fi
if has vim; then
  fixture ale
  timeout 60 vim -es -u NONE -S "$here/ale.vim" </dev/null
fi
# The packages of the extension, at hand or fetched.
packages() {
  cd "$here/../vscode"
  [ -d node_modules ] || timeout 300 npm ci --no-audit --no-fund --loglevel=error || {
    echo "editors: the packages that the extension is built with cannot be fetched, its tests are left out"
    left_out=1
    return 1
  }
}

if has node npm && packages; then
  npm run -s typecheck
  npm run -s test
  fixture node
  export CUDALINT_PAGE="$work/page.json"
  npm run -s test:server
  for browser in chromium chromium-browser google-chrome; do
    command -v "$browser" >/dev/null && export CHROMIUM=$browser && break
  done
  if [ -n "${CHROMIUM:-}" ]; then
    npm run -s test:page
  else
    echo "editors: no Chromium is installed, the test of the page is left out"
    left_out=1
  fi
  npm run -s package -- --out "$work/cudalint.vsix"
fi
if [ "$left_out" = 1 ] && [ "${STRICT:-}" = 1 ]; then
  echo "editors: not everything was tested"
  exit 1
fi
