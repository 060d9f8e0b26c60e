-- Runs in Neovim without a screen: opens a file, sees the finding, hovers, applies the padding fix, sees the finding go.
-- nvim --headless -u NONE -c 'luafile neovim.lua'; cudalint is on the path, FIXTURE the file, SNIPPETS a folder with those of docs/editors.md.
local function fail(message)
  io.stderr:write('neovim: ' .. message .. '\n')
  vim.cmd('cquit 1')
end

local function check(condition, message)
  if not condition then
    fail(message)
  end
end

local function main()
  local file = vim.env.FIXTURE
  -- The settings that the documentation gives start the server.
  local snippet = vim.env.SNIPPETS .. (vim.lsp.config and '/neovim-0.11.lua' or '/neovim-0.7.lua')
  check(loadfile(vim.env.SNIPPETS .. '/neovim-0.11.lua'), 'the settings for 0.11 cannot be read')
  dofile(snippet)
  vim.cmd('filetype on')
  vim.cmd('edit ' .. vim.fn.fnameescape(file))
  local buffer = vim.api.nvim_get_current_buf()
  local id
  check(vim.wait(20000, function()
    local clients = vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = buffer }) or vim.lsp.buf_get_clients(buffer)
    for _, client in pairs(clients) do
      id = client.id
    end
    return id ~= nil
  end, 20), 'the server does not start')
  local client = vim.lsp.get_client_by_id(id)

  local function findings()
    return vim.diagnostic.get(buffer)
  end
  check(vim.wait(20000, function() return #findings() == 1 end, 20), 'not one finding: ' .. vim.inspect(findings()))
  local found = findings()[1]
  check((found.code or found.user_data.lsp.code) == 'shared-bank-conflict', 'another finding: ' .. vim.inspect(found))
  check(found.source == 'cudalint', 'another source')
  local line = vim.api.nvim_buf_get_lines(buffer, 6, 7, true)[1]
  local text = 'tile[threadIdx.x][threadIdx.y]'
  local from = line:find(text, 1, true) - 1 -- bytes, as Neovim counts
  check(found.lnum == 6 and found.col == from and found.end_col == from + #text, 'wrong place: ' .. vim.inspect(found))

  local encoding = client.offset_encoding or 'utf-16'
  local function request(method, params)
    local answers = vim.lsp.buf_request_sync(buffer, method, params, 20000)
    check(answers and answers[id] and not answers[id].err, method .. ': ' .. vim.inspect(answers))
    return answers[id].result
  end
  vim.api.nvim_win_set_cursor(0, { 7, from + 2 })
  local hover = request('textDocument/hover', vim.lsp.util.make_position_params(0, encoding))
  check(hover and hover.contents.value:find('32 wavefronts', 1, true), 'no numbers in the hover: ' .. vim.inspect(hover))

  local range = vim.lsp.util.make_range_params(0, encoding)
  range.context = { diagnostics = {} }
  local fix
  for _, action in ipairs(request('textDocument/codeAction', range)) do
    if action.title:find('[33]', 1, true) then
      fix = action
    end
  end
  check(fix, 'no padding fix')
  if not fix.edit then
    fix = request('codeAction/resolve', fix)
  end
  vim.lsp.util.apply_workspace_edit(fix.edit, encoding)
  local declared = vim.api.nvim_buf_get_lines(buffer, 2, 3, true)[1]
  check(declared == '  __shared__ float tile[32][33];', 'the fix made: ' .. declared)
  check(vim.wait(20000, function() return #findings() == 0 end, 20), 'the finding stays: ' .. vim.inspect(findings()))

  vim.cmd('silent! undo')
  check(vim.wait(20000, function() return #findings() == 1 end, 20), 'no finding after undo')
  client.stop()
  check(vim.wait(20000, function() return client.is_stopped() end, 20), 'the server does not stop')
end

local ok, err = pcall(main)
if not ok then
  fail(tostring(err))
end
print('neovim: passed')
vim.cmd('qall!')
