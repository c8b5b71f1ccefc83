import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const given = new Map<string, string>();

/** The name of a class of a style sheet in all files: five signs, which compress worse than anything else in them. */
export function shortName(name: string, file: string): string {
  const key = `${relative(root, file.replace(/\?.*$/, ''))} ${name}`;
  const short = `_${createHash('sha256').update(key).digest('base64url').slice(0, 4)}`;
  const other = given.get(short) ?? key;
  if (other !== key) throw new Error(`${key} and ${other} would both be called ${short}`);
  given.set(short, key);
  return short;
}
