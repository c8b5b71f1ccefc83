import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspace } from './libraries.js';

const LINE = '='.repeat(80);

/**
 * The licence texts of bundled packages, which have to be passed on with them.
 * @param folders of packages, relative to the workspace
 * @throws Error naming packages without a text and without the name of a licence
 */
export function licenceTexts(folders: readonly string[]): string {
  return folders.map((folder) => `${LINE}\n${licenceText(folder)}`).join('\n');
}

function licenceText(place: string): string {
  const folder = join(workspace, place);
  const { name, version, license } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Record<'name' | 'version' | 'license', string | undefined>;
  const files = existsSync(folder) ? readdirSync(folder).sort() : [];
  const texts = files
    .filter((file) => /^(licen[cs]e|copying|notice)(\.(md|txt))?$/i.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  if (texts.length === 0 && typeof license !== 'string') throw new Error(`${place}: no licence`);
  return [`${name} ${version} (${license})`, ...texts, ''].join('\n\n');
}
