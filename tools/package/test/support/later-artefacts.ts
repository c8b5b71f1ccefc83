import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LATER_MIGRATIONS } from '@chat-admin/cluster/built-program';
import { serviceForDebian } from '../../src/debian.js';
import { packProduct } from '../../src/pack-product.js';
import { HERE, PROGRAM } from './artefacts.js';
import type { Artefacts } from './released-artefacts.js';

const LATER = '99.0.0';

type Change = readonly [pattern: RegExp, by: (found: string, group: string) => string];
const list = (members: string): string => `var migrations = [${members}\n];`;

/**
 * The present artefacts as a later release: until that is made they have the version of the last one, by which programs
 * know which of them is newer, and there may be no new migration yet.
 * @param into an existing folder
 */
export async function laterArtefacts(into: string): Promise<Artefacts> {
  const program = join(into, 'program');
  await cp(PROGRAM, program, { recursive: true });
  const changes: readonly Change[] = [
    [/^var ((?:PROGRAM_)?VERSION) = "\d+\.\d+\.\d+";$/m, (_, name) => `var ${name} = "${LATER}";`],
    [/^var migrations = \[([^\]]*)\n\];$/m, (_, listed) => list(`${listed},${LATER_MIGRATIONS}`)],
  ];
  const done = new Set<Change>();
  for (const name of await readdir(program)) {
    if (!name.endsWith('.mjs')) continue;
    const text = await readFile(join(program, name), 'utf8');
    const due = changes.filter(([pattern]) => pattern.test(text));
    const changed = due.reduce((before, [pattern, by]) => before.replace(pattern, by), text);
    if (due.length > 0) await writeFile(join(program, name), changed);
    for (const change of due) done.add(change);
  }
  if (done.size < changes.length) throw new Error('The bundle is not what it was');
  const build = { program, version: LATER, architecture: HERE, into };
  const [debian, npm] = [await serviceForDebian(build), await packProduct(program, into)];
  return { version: LATER, debian, npm };
}
