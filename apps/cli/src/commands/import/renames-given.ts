import { readFile } from 'node:fs/promises';
import { ownCommand } from '@chat-admin/configuration/own-command';
import { ImportRefused } from '@chat-admin/moving/faults';
import type { Rename } from '@chat-admin/moving/mapping/renames';
import type { GivenOptions } from './import-options.js';

interface Said {
  readonly text: string;
  readonly line: string;
}

/**
 * What `--rename` and `--rename-file` say. An import that has begun goes on with what it began with: lines that are here already name
 * people as they are called here.
 * @param known what the copy was told; null: none has begun
 * @throws ImportRefused
 */
export async function renamesOf(
  { rename = [], renameFile }: Pick<GivenOptions, 'rename' | 'renameFile'>,
  known: Pick<GivenOptions, 'rename'> | null,
): Promise<readonly Rename[]> {
  const said = [
    ...rename.map((text): Said => ({ text, line: `--rename ${text}` })),
    ...(renameFile === undefined ? [] : await linesOf(renameFile)),
  ];
  if (known === null) return said.map((one) => ({ ...parted(one), line: one.line }));
  const before = known.rename ?? [];
  const late = said.find(({ text }) => !before.includes(text));
  if (late !== undefined) {
    const way = ownCommand('import openfire abandon --yes');
    throw new ImportRefused(
      `${late.line}: the import that is under way has begun without it. To copy anew with it: ${way}`,
    );
  }
  return before.map((text) => ({ ...parted({ text, line: text }), line: null }));
}

export const textOfRename = ({ old, given }: Rename): string => `${old}=${given}`;

/** Names of the source may hold `=`. */
function parted({ text, line }: Said): Pick<Rename, 'old' | 'given'> {
  const at = text.lastIndexOf('=');
  const [old, given] = [text.slice(0, at), text.slice(at + 1)];
  if (at > 0 && given !== '') return { old, given };
  throw new ImportRefused(`${line}: it is not of the form old=new`);
}

async function linesOf(file: string): Promise<readonly Said[]> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) throw new ImportRefused(`--rename-file: ${file} cannot be read`);
  return text
    .split(/\r?\n/)
    .map((one, index) => ({ text: one, line: `${file}, line ${index + 1}, ${one}` }))
    .filter((one) => one.text !== '');
}
