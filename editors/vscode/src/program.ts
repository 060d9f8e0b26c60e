// Where the program is.
import * as os from 'os';
import * as path from 'path';

/** The program to start: the setting with its variables replaced. Relative paths with a separator are taken from the workspace folder. */
export function program(setting: string | undefined, folder: string | undefined): string {
  let name = (setting ?? '').trim() || 'cudalint';
  name = name.replaceAll('${workspaceFolder}', folder ?? '');
  if (name === '~' || name.startsWith('~/') || name.startsWith('~\\')) {
    name = path.join(os.homedir(), name.slice(1));
  }
  if (!path.isAbsolute(name) && /[\\/]/.test(name) && folder) {
    name = path.join(folder, name);
  }
  return name;
}

/** Reads a block shape that the user typed; a text says what is wrong with it. */
export function blockShape(text: string): number[] | string {
  const parts = text.split(/[\s,x×]+/).filter((p) => p !== '');
  if (parts.length < 1 || parts.length > 3) {
    return 'one to three numbers, such as 32,8';
  }
  const shape = parts.map(Number);
  if (shape.some((n) => !Number.isInteger(n) || n < 1 || n > 1024)) {
    return 'each from 1 to 1024';
  }
  if (shape.reduce((x, y) => x * y, 1) > 1024) {
    return 'at most 1024 threads together';
  }
  return shape;
}

/** The kernel whose head stands last above a line: the name in front of the first bracket behind __global__. */
export function kernelAt(lines: readonly string[], line: number): string | undefined {
  for (let i = Math.min(line, lines.length - 1); i >= 0; i--) {
    if (!/\b__global__\b/.test(lines[i])) {
      continue;
    }
    const head = lines.slice(i, i + 8).join(' ').replace(/^.*?\b__global__\b/, '').replace(/__launch_bounds__\s*\([^)]*\)/, '');
    return /([A-Za-z_]\w*)\s*(?:<[^>]*>)?\s*\(/.exec(head)?.[1];
  }
  return undefined;
}
