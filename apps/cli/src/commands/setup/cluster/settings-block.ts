import { parseEnv } from 'node:util';

const BEGIN = '# Begin of "chat-admin setup --cluster", which replaces changes up to the end.';
const END = '# End of "chat-admin setup --cluster".';
const BLOCK = new RegExp(`^${BEGIN}\\n[^]*?^${END}\\n`, 'm');

/** Where a file of settings contradicts those of the cluster. */
export interface Contradiction {
  readonly name: string;
  readonly value: string;
}

/**
 * Puts settings into a file that has others, too, in place of those of an earlier run.
 * @returns its text; or a setting that stands elsewhere in it with another value
 */
export function withSettings(
  text: string,
  settings: Readonly<Record<string, string>>,
): string | Contradiction {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  const block = [`${BEGIN}\n`, ...lines, `${END}\n`].join('');
  const others = parseEnv(text.replace(BLOCK, ''));
  for (const [name, value] of Object.entries(settings)) {
    const other = others[name];
    if (other !== undefined && other !== value) return { name, value: other };
  }
  if (BLOCK.test(text)) return text.replace(BLOCK, () => block);
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return `${before}${before === '' ? '' : '\n'}${block}`;
}
