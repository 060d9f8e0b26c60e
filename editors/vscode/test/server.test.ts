// A client of its own, made of vscode-languageserver-protocol, against the server: $CUDALINT is the program, $FIXTURE a copy of the
// fixture that all editors are tested with.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import {
  ApplyWorkspaceEditParams, CodeAction, CodeActionRequest, CodeActionResolveRequest, CodeLensRequest, createProtocolConnection, Diagnostic,
  DidChangeTextDocumentNotification, DidOpenTextDocumentNotification, DocumentDiagnosticRequest, ExecuteCommandRequest, ExitNotification,
  HoverRequest, InitializedNotification, InitializeRequest, InlayHintRequest, MarkupContent, PublishDiagnosticsNotification, ShutdownRequest,
  StreamMessageReader, StreamMessageWriter, TextDocumentEdit, TextEdit,
} from 'vscode-languageserver-protocol/node';

const file = process.env.FIXTURE!;
const uri = pathToFileURL(file).toString();
const text = readFileSync(file, 'utf8');

/** Units of a line in front of a column of UTF-16 units. */
function units(line: string, column: number, encoding: string): number {
  const before = line.slice(0, column);
  return encoding === 'utf-8' ? Buffer.byteLength(before) : encoding === 'utf-32' ? [...before].length : before.length;
}

function apply(source: string, edits: TextEdit[], encoding: string): string {
  const lines = source.split('\n');
  for (const e of [...edits].reverse()) {
    assert.equal(e.range.start.line, e.range.end.line, 'the fix stays within a line');
    const line = lines[e.range.start.line];
    const at = (character: number) => [...Array(line.length + 1).keys()].find((i) => units(line, i, encoding) === character)!;
    lines[e.range.start.line] = line.slice(0, at(e.range.start.character)) + e.newText + line.slice(at(e.range.end.character));
  }
  return lines.join('\n');
}

for (const encoding of ['utf-8', 'utf-16', 'utf-32']) {
  for (const pull of [false, true]) {
    test(`a session in ${encoding}, diagnostics ${pull ? 'pulled' : 'pushed'}`, { timeout: 60000 }, async () => {
      const server = spawn(process.env.CUDALINT!, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
      const code = new Promise((resolve) => server.on('exit', resolve));
      const connection = createProtocolConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
      const seen: { version?: number; diagnostics: Diagnostic[] }[] = [];
      let arrived = () => {};
      connection.onNotification(PublishDiagnosticsNotification.type, (p) => {
        seen.push(p);
        arrived();
      });
      connection.listen();
      const initialized = await connection.sendRequest(InitializeRequest.type, {
        processId: process.pid, rootUri: null, workspaceFolders: [{ uri: pathToFileURL(dirname(file)).toString(), name: 'w' }],
        capabilities: {
          general: { positionEncodings: [encoding] },
          workspace: { workspaceEdit: { documentChanges: true } },
          textDocument: {
            publishDiagnostics: { versionSupport: true },
            ...(pull ? { diagnostic: {} } : {}),
            codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'source.fixAll'] } }, dataSupport: true, resolveSupport: { properties: ['edit'] } },
            hover: { contentFormat: ['markdown'] },
          },
        },
      });
      assert.equal(initialized.capabilities.positionEncoding, encoding);
      await connection.sendNotification(InitializedNotification.type, {});
      const diagnostics = async (version: number): Promise<Diagnostic[]> => {
        if (pull) {
          const report = await connection.sendRequest(DocumentDiagnosticRequest.type, { textDocument: { uri } });
          assert.equal(report.kind, 'full');
          return report.kind === 'full' ? report.items : [];
        }
        for (;;) {
          const found = seen.find((p) => p.version === version);
          if (found) {
            return found.diagnostics;
          }
          await new Promise<void>((resolve) => (arrived = resolve));
        }
      };
      await connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId: 'cuda-cpp', version: 1, text } });
      const [finding, ...more] = await diagnostics(1);
      assert.deepEqual(more, []);
      assert.equal(finding.code, 'shared-bank-conflict');
      const line = text.split('\n')[6];
      const what = 'tile[threadIdx.x][threadIdx.y]';
      const from = line.indexOf(what);
      assert.deepEqual(finding.range, {
        start: { line: 6, character: units(line, from, encoding) }, end: { line: 6, character: units(line, from + what.length, encoding) },
      });
      const hover = await connection.sendRequest(HoverRequest.type, { textDocument: { uri }, position: finding.range.start });
      assert.match((hover!.contents as MarkupContent).value, /32 wavefronts where 1 would do/);
      const everything = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
      assert.deepEqual((await connection.sendRequest(InlayHintRequest.type, { textDocument: { uri }, range: everything }))!.map((h) => h.label), ['32x wavefronts']);
      assert.equal((await connection.sendRequest(CodeLensRequest.type, { textDocument: { uri } }))!.length, 2);
      const shown = await connection.sendRequest(ExecuteCommandRequest.type, { command: 'cudalint.showPicture', arguments: [{ uri, position: finding.range.start }] });
      assert.match((shown as { svg: string }).svg, /^<svg/);
      if (process.env.CUDALINT_PAGE) {
        writeFileSync(process.env.CUDALINT_PAGE, JSON.stringify(shown)); // for the test in a browser
      }

      const actions = (await connection.sendRequest(CodeActionRequest.type, { textDocument: { uri }, range: finding.range, context: { diagnostics: [finding] } })) as CodeAction[];
      const fix = await connection.sendRequest(CodeActionResolveRequest.type, actions.find((a) => a.title.includes('[33]'))!);
      const change = (fix.edit as ApplyWorkspaceEditParams['edit']).documentChanges![0] as TextDocumentEdit;
      assert.deepEqual(change.textDocument, { uri, version: 1 });
      const fixed = apply(text, change.edits as TextEdit[], encoding);
      assert.ok(fixed.includes('tile[32][33]'));
      await connection.sendNotification(DidChangeTextDocumentNotification.type, { textDocument: { uri, version: 2 }, contentChanges: [{ text: fixed }] });
      assert.deepEqual(await diagnostics(2), []);
      assert.equal(pull, seen.length === 0, 'pushed or pulled, never both');
      await connection.sendRequest(ShutdownRequest.type);
      await connection.sendNotification(ExitNotification.type);
      assert.equal(await code, 0);
      connection.dispose();
    });
  }
}
