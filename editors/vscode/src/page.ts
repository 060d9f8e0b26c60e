// The page that shows what a command found. It is made of text that comes from the user's files, so everything is escaped, and the page
// may load and run nothing.

/** What the server's commands find. */
export interface Found {
  title: string;
  text: string;
  svg?: string;
  facts?: [string, string][];
}

export function isFound(value: unknown): value is Found {
  const found = value as Found | null;
  return typeof found === 'object' && found !== null && typeof found.title === 'string' && typeof found.text === 'string';
}

export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** The elements and attributes that the server's drawings are made of; a drawing with anything else is not shown. */
const drawn = /^<svg [^<>]*><style>[^<>]*<\/style>(?:<rect [^<>]*\/>|<text [^<>]*>[^<>]*<\/text>)*<\/svg>$/;

export function isDrawing(svg: string): boolean {
  return drawn.test(svg) && !/\son\w+\s*=|javascript:|url\(|@import|href/i.test(svg);
}

export function page(found: Found): string {
  const facts = (found.facts ?? []).map(([name, value]) => `<tr><th scope="row">${escape(name)}</th><td>${escape(value)}</td></tr>`).join('');
  const body = facts ? `<table>${facts}</table>` : `<pre>${escape(found.text)}</pre>`;
  const drawing = found.svg && isDrawing(found.svg) ? `<figure>${found.svg}</figure>` : '';
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline';">
<meta name="viewport" content="width=device-width, initial-scale=1.0">
<title>${escape(found.title)}</title>
<style>
body { font-family: var(--vscode-font-family, sans-serif); color: var(--vscode-foreground, #333); background: var(--vscode-editor-background, #fff); padding: 0 1em; }
h1 { font-size: 1.2em; }
figure { margin: 1em 0; overflow-x: auto; }
svg text { fill: var(--vscode-foreground, #333); }
svg text.lane { fill: #fff; }
th { text-align: left; font-weight: normal; opacity: .75; padding: 0 1em .3em 0; vertical-align: top; white-space: nowrap; }
td { padding-bottom: .3em; }
pre { overflow-x: auto; font-family: var(--vscode-editor-font-family, monospace); }
</style>
</head>
<body>
<h1>${escape(found.title)}</h1>
${drawing}
${body}
</body>
</html>`;
}
