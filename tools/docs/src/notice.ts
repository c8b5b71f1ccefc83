import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Allowed licences of the product's packages. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'Python-2.0',
  'Unlicense',
];

/** An entry of `packages` in package-lock.json. */
export interface LockedPackage {
  /** if it is installed under the name of another */
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  /** only for some platforms, so it may not be installed */
  readonly os?: readonly string[];
}

/**
 * The text of NOTICE about the packages that the product runs on: name, version, copyright, by
 * licence.
 * @param locked by path, `node_modules/…`
 * @throws Error naming packages under other licences
 */
export function noticeOf(
  locked: Readonly<Record<string, LockedPackage>>,
  workspace: string,
): string {
  const used = Object.entries(locked).filter(
    ([path, { link, dev }]) => path.includes('node_modules/') && !link && !dev,
  );
  const byLicence = new Map<string, Set<string>>(ALLOWED.map((licence) => [licence, new Set()]));
  const refused: string[] = [];
  for (const [path, { name: alias, version, license = 'none', os }] of used) {
    const name = alias ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const copyright = os ? [] : copyrightIn(join(workspace, path));
    const entry = [`  ${name} ${version}`, ...copyright.map((line) => `    ${line}`)].join('\n');
    const listed = byLicence.get(license);
    if (listed) listed.add(entry);
    else refused.push(`${name} ${version}: ${license}`);
  }
  if (refused.length > 0) throw new Error(`Licences that are not allowed:\n${refused.join('\n')}`);
  const sections = [...byLicence].flatMap(([licence, entries]) =>
    entries.size === 0 ? [] : [[licence, ...[...entries].sort()].join('\n')],
  );
  return `${HEAD}\n\n${sections.join('\n\n')}\n`;
}

const HEAD = `chat-admin
Copyright the chat-admin authors

Licensed under the Apache License, Version 2.0 (LICENSE). It runs on these packages, each under a
licence of its own; their texts are part of the packages.`;

function copyrightIn(folder: string): readonly string[] {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const licence = files.find((file) => /^(licen[cs]e|copying)/i.test(file));
  if (licence === undefined) return [];
  const lines = readFileSync(join(folder, licence), 'utf8').split(/\r?\n/);
  return lines
    .filter((line) => /^\W*copyright\b.*(\d{4}|©|\(c\))/i.test(line) && !/\[yyyy\]/.test(line))
    .map((line) => line.replace(/^\W+/, '').trim());
}
