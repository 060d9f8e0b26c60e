" vim -es -u NONE -S ale.vim; SNIPPETS is a folder with those of docs/editors.md. ALE itself is a stub that takes the linter.
set nocompatible
let s:dir = tempname()
call mkdir(s:dir . '/autoload/ale', 'p')
call writefile(['function! ale#linter#Define(type, linter) abort', '  let g:linter = a:linter', '  let g:type = a:type', 'endfunction'], s:dir . '/autoload/ale/linter.vim')
execute 'set runtimepath^=' . s:dir
execute 'source ' . $SNIPPETS . '/ale.vim'
let s:command = substitute(substitute(g:linter.command, '%e', g:linter.executable, ''), '%s', shellescape($FIXTURE), '')
let s:found = call(g:linter.callback, [1, split(system(s:command, join(readfile($FIXTURE), "\n") . "\n"), "\n")])
let s:line = readfile($FIXTURE)[6]
let s:want = [{'lnum': 7, 'vcol': 1, 'col': strchars(strpart(s:line, 0, stridx(s:line, 'tile'))) + 1, 'type': 'W', 'code': 'shared-bank-conflict'}]
for s:f in s:found
  call remove(s:f, 'text')
endfor
if g:type !=# 'cuda' || s:found != s:want
  call writefile(['ale: ' . string(s:found) . ' is not ' . string(s:want)], '/dev/stderr')
  cquit 1
endif
call writefile(['ale: passed'], '/dev/stderr')
qall!
