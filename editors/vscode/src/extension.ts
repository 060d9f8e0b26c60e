// The extension starts the server, gives it the settings, and shows what its commands find beside the source.
import * as vscode from 'vscode';
import { DocumentFilter, ExecuteCommandSignature, LanguageClient, LanguageClientOptions, ServerOptions } from 'vscode-languageclient/node';
import { Found, isFound, page } from './page';
import { blockShape, kernelAt, program } from './program';

let client: LanguageClient | undefined;
let panel: vscode.WebviewPanel | undefined;

/** The documents that are judged: by language and by name, since the languages of .cuh files differ from one editor to the next. */
export function selector(headers: boolean): DocumentFilter[] {
  const out: DocumentFilter[] = [];
  for (const scheme of ['file', 'untitled', 'vscode-vfs', 'vscode-remote']) {
    out.push({ scheme, language: 'cuda-cpp' }, { scheme, language: 'cuda' }, { scheme, pattern: '**/*.{cu,cuh}' });
    if (headers) {
      out.push({ scheme, pattern: '**/*.{h,hh,hpp,inl}' });
    }
  }
  return out;
}

function show(found: Found): void {
  if (!panel) {
    panel = vscode.window.createWebviewPanel('cudalint', 'cudalint', { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }, { enableScripts: false, localResourceRoots: [] });
    panel.onDidDispose(() => (panel = undefined));
  }
  panel.title = found.title.length > 40 ? found.title.slice(0, 39) + '…' : found.title;
  panel.webview.html = page(found);
  panel.reveal(undefined, true);
}

/** Runs a command of the server and shows what it finds. */
async function run(command: string, args: unknown[], next: ExecuteCommandSignature): Promise<unknown> {
  let result: unknown;
  try {
    result = await next(command, args);
  } catch (error) {
    void vscode.window.showInformationMessage(`cudalint: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
  if (isFound(result)) {
    show(result);
  }
  return result;
}

async function start(context: vscode.ExtensionContext): Promise<void> {
  const settings = vscode.workspace.getConfiguration('cudalint');
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const command = program(settings.get<string>('path'), folder);
  const server: ServerOptions = { command, args: ['lsp'], options: { cwd: folder } };
  const options: LanguageClientOptions = {
    documentSelector: selector(settings.get<boolean>('headers', true)),
    synchronize: { configurationSection: 'cudalint' },
    initializationOptions: { cudalint: { ...JSON.parse(JSON.stringify(settings)), show: 'client' } },
    middleware: { executeCommand: run },
  };
  client = new LanguageClient('cudalint', 'cudalint', server, options);
  context.subscriptions.push(client);
  try {
    await client.start();
  } catch (error) {
    const choice = await vscode.window.showErrorMessage(`cudalint: ${command} does not start: ${error instanceof Error ? error.message : String(error)}. Is it installed, and does the setting cudalint.path name it?`, 'Open Settings');
    if (choice) {
      await vscode.commands.executeCommand('workbench.action.openSettings', 'cudalint.path');
    }
  }
}

async function stop(): Promise<void> {
  const old = client;
  client = undefined;
  await old?.dispose();
}

async function tryBlockShape(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) {
    return;
  }
  const kernel = kernelAt(editor.document.getText().split(/\r\n|\r|\n/), editor.selection.active.line);
  if (!kernel) {
    void vscode.window.showInformationMessage('cudalint: the cursor is in no kernel.');
    return;
  }
  const text = await vscode.window.showInputBox({
    prompt: `Block shape for ${kernel}`,
    value: '32,8',
    validateInput: (value) => {
      const shape = blockShape(value);
      return typeof shape === 'string' ? shape : undefined;
    },
  });
  const shape = text === undefined ? undefined : blockShape(text);
  if (Array.isArray(shape)) {
    await vscode.commands.executeCommand('cudalint.tryBlock', { uri: editor.document.uri.toString(), kernel, block: shape });
  }
}

async function showPictureHere(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor) {
    const at = editor.selection.active;
    await vscode.commands.executeCommand('cudalint.showPicture', { uri: editor.document.uri.toString(), position: { line: at.line, character: at.character } });
  }
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const register = (name: string, does: () => Promise<void>) => context.subscriptions.push(vscode.commands.registerCommand(name, does));
  register('cudalint.showPictureHere', showPictureHere);
  register('cudalint.tryBlockShape', tryBlockShape);
  register('cudalint.showDebugInformation', async () => void (await vscode.commands.executeCommand('cudalint.debug')));
  register('cudalint.restart', async () => {
    await stop();
    await start(context);
  });
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration('cudalint.path') || event.affectsConfiguration('cudalint.headers')) {
        await stop();
        await start(context);
      }
    }),
    vscode.tasks.registerTaskProvider('cudalint', {
      provideTasks: () => [task({ type: 'cudalint', args: ['.'] })],
      resolveTask: (given) => task(given.definition as CheckTask),
    }),
  );
  await start(context);
}

export async function deactivate(): Promise<void> {
  await stop();
}

interface CheckTask extends vscode.TaskDefinition {
  args?: string[];
}

/** A task that checks the whole workspace from the command line; its findings go to the list of problems. */
function task(definition: CheckTask): vscode.Task {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const command = program(vscode.workspace.getConfiguration('cudalint').get<string>('path'), folder);
  const process = new vscode.ProcessExecution(command, ['check', '--output', 'concise', ...(definition.args ?? ['.'])]);
  return new vscode.Task(definition, vscode.TaskScope.Workspace, 'check', 'cudalint', process, '$cudalint');
}
