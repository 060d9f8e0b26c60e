// The extension with a stub of the editor: what it registers, how it starts the server, what it shows.
import assert from 'node:assert/strict';
import Module from 'node:module';
import { test } from 'node:test';

type Callback = (...args: unknown[]) => unknown;
const commands = new Map<string, Callback>();
const executed: [string, unknown[]][] = [];
const messages: string[] = [];
const panels: { webview: { html: string }; title: string; options: unknown; dispose: () => void }[] = [];
const clients: { server: { command: string; args: string[] }; options: any; started: boolean; disposed: boolean }[] = [];
const changed: Callback[] = [];
let settings: Record<string, unknown> = { path: '/opt/cudalint', headers: true, inlayHints: true };
let typed: string | undefined = '16,16';
let provider: any;
let fails = false;

const editor = {
  document: { getText: () => '__global__ void k(float *a) {\r\n  a[threadIdx.x * 2] = 1;\r\n}\r\n', uri: { toString: () => 'file:///w/k.cu' } },
  selection: { active: { line: 1, character: 4 } },
};

const vscode = {
  ViewColumn: { Beside: -2 },
  TaskScope: { Workspace: 2 },
  Task: class { constructor(public definition: unknown, public scope: unknown, public name: string, public source: string, public execution: unknown, public matchers: unknown) {} },
  ProcessExecution: class { constructor(public process: string, public args: string[]) {} },
  commands: {
    registerCommand: (name: string, does: Callback) => (commands.set(name, does), { dispose: () => commands.delete(name) }),
    executeCommand: async (name: string, ...args: unknown[]) => void executed.push([name, args]),
  },
  tasks: { registerTaskProvider: (_: string, given: unknown) => ((provider = given), { dispose: () => undefined }) },
  window: {
    activeTextEditor: editor as typeof editor | undefined,
    createWebviewPanel: (_id: string, title: string, _show: unknown, options: unknown) => {
      let gone: Callback = () => undefined;
      const panel = { title, options, webview: { html: '' }, onDidDispose: (f: Callback) => (gone = f), reveal: () => undefined, dispose: () => gone() };
      panels.push(panel);
      return panel;
    },
    showInformationMessage: async (text: string) => void messages.push(text),
    showErrorMessage: async (text: string) => (messages.push(text), 'Open Settings'),
    showInputBox: async (options: { validateInput: (v: string) => unknown }) => {
      assert.equal(options.validateInput('32,8'), undefined);
      assert.equal(typeof options.validateInput('x'), 'string');
      return typed;
    },
  },
  workspace: {
    workspaceFolders: [{ uri: { fsPath: '/w' } }],
    getConfiguration: () => ({ get: (name: string, standard?: unknown) => settings[name] ?? standard, ...settings }),
    onDidChangeConfiguration: (f: Callback) => (changed.push(f), { dispose: () => undefined }),
  },
};

const languageclient = {
  LanguageClient: class {
    record: (typeof clients)[number];
    constructor(_id: string, _name: string, server: any, options: any) {
      this.record = { server, options, started: false, disposed: false };
      clients.push(this.record);
    }
    async start() {
      if (fails) {
        throw new Error('no such program');
      }
      this.record.started = true;
    }
    async dispose() {
      this.record.disposed = true;
    }
  },
};

const load = (Module as any)._load;
(Module as any)._load = function (name: string, ...rest: unknown[]) {
  if (name === 'vscode') {
    return vscode;
  }
  return name === 'vscode-languageclient/node' ? languageclient : load.call(this, name, ...rest);
};
const { activate, deactivate, selector } = require('../src/extension') as typeof import('../src/extension');
const manifest = require(require('node:path').resolve('package.json'));

test('the extension', async (t) => {
  const context = { subscriptions: [] as unknown[] };
  await activate(context as never);

  await t.test('starts the server with the settings', () => {
    assert.equal(clients.length, 1);
    assert.ok(clients[0].started);
    assert.equal(clients[0].server.command, '/opt/cudalint');
    assert.deepEqual(clients[0].server.args, ['lsp']);
    assert.equal(clients[0].options.initializationOptions.cudalint.show, 'client');
    assert.equal(clients[0].options.initializationOptions.cudalint.inlayHints, true);
    assert.equal(clients[0].options.synchronize.configurationSection, 'cudalint');
  });

  await t.test('selects CUDA by language and by name', () => {
    const list = selector(false) as { language?: string; pattern?: string }[];
    for (const language of ['cuda-cpp', 'cuda']) {
      assert.ok(list.some((f) => f.language === language));
    }
    assert.ok(list.some((f) => f.pattern === '**/*.{cu,cuh}'));
    assert.ok(!list.some((f) => f.pattern?.includes('hpp')));
    assert.ok((selector(true) as { pattern?: string }[]).some((f) => f.pattern?.includes('hpp')));
  });

  await t.test('has every command of its manifest, and none of the server', () => {
    for (const c of manifest.contributes.commands) {
      assert.ok(commands.has(c.command), c.command);
    }
    for (const name of ['cudalint.showPicture', 'cudalint.tryBlock', 'cudalint.debug']) {
      assert.ok(!commands.has(name), `${name} is registered by the client`);
    }
  });

  await t.test('shows what commands find, in one panel that runs nothing', async () => {
    const run = clients[0].options.middleware.executeCommand;
    const found = { title: 'tile in k: 32 wavefronts where 1 would do', text: 'x', facts: [['block', '32x32']] };
    assert.equal(await run('cudalint.showPicture', [1], async (_: string, args: unknown[]) => (assert.deepEqual(args, [1]), found)), found);
    await run('cudalint.showPicture', [], async () => found);
    assert.equal(panels.length, 1);
    assert.deepEqual(panels[0].options, { enableScripts: false, localResourceRoots: [] });
    assert.ok(panels[0].webview.html.includes('32x32'));
    assert.ok(panels[0].title.length <= 40);
    panels[0].dispose();
    await run('cudalint.showPicture', [], async () => found);
    assert.equal(panels.length, 2);
    assert.equal(await run('x', [], async () => 7), 7);
    await run('x', [], async () => Promise.reject(new Error('there is no memory access here')));
    assert.ok(messages.at(-1)?.includes('no memory access'));
  });

  await t.test('asks for a block shape', async () => {
    await commands.get('cudalint.tryBlockShape')!();
    assert.deepEqual(executed.at(-1), ['cudalint.tryBlock', [{ uri: 'file:///w/k.cu', kernel: 'k', block: [16, 16] }]]);
    const before = executed.length;
    typed = undefined;
    await commands.get('cudalint.tryBlockShape')!();
    assert.equal(executed.length, before, 'nothing when the user gives up');
    await commands.get('cudalint.showPictureHere')!();
    assert.deepEqual(executed.at(-1), ['cudalint.showPicture', [{ uri: 'file:///w/k.cu', position: { line: 1, character: 4 } }]]);
    await commands.get('cudalint.showDebugInformation')!();
    assert.equal(executed.at(-1)![0], 'cudalint.debug');
  });

  await t.test('starts again when the program changes', async () => {
    settings = { ...settings, path: '/opt/other' };
    await changed[0]({ affectsConfiguration: (name: string) => name === 'cudalint.path' });
    assert.ok(clients[0].disposed);
    assert.equal(clients.at(-1)!.server.command, '/opt/other');
    const n = clients.length;
    await changed[0]({ affectsConfiguration: () => false });
    assert.equal(clients.length, n);
  });

  await t.test('says why a server does not start', async () => {
    fails = true;
    await commands.get('cudalint.restart')!();
    assert.ok(messages.at(-1)?.includes('/opt/other does not start: no such program'));
    assert.deepEqual(executed.at(-1), ['workbench.action.openSettings', ['cudalint.path']]);
    fails = false;
  });

  await t.test('gives a task with the problem matcher', () => {
    const [task] = provider.provideTasks();
    assert.equal(task.matchers, '$cudalint');
    assert.deepEqual(task.execution.args, ['check', '--output', 'concise', '.']);
    const matcher = manifest.contributes.problemMatchers[0].pattern;
    const m = new RegExp(matcher.regexp).exec('src/a b.cu:7:31: warning: 32-way bank conflict (32 wavefronts, ideal 1) [shared-bank-conflict]')!;
    assert.deepEqual([m[matcher.file], m[matcher.line], m[matcher.column], m[matcher.severity], m[matcher.code]], ['src/a b.cu', '7', '31', 'warning', 'shared-bank-conflict']);
  });

  await deactivate();
  assert.ok(clients.at(-1)!.disposed);
});
