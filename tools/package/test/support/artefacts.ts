import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeFor } from '../../src/node-runtime.js';
import type { Architecture } from '../../src/node-runtime.js';
import { manifestIn, workspace } from '../../src/libraries.js';

/** Where `tools/test-run/package-setup.mjs` has built them. */
export const ARTEFACTS = process.env['ARTEFACTS']!;
/** the folder of the bundle */
export const PROGRAM = join(ARTEFACTS, 'program');
export const { version: VERSION } = manifestIn(workspace);
export const NPM_PACKAGE = join(ARTEFACTS, `chat-admin-${VERSION}.tgz`);

/** Of this machine, whose artefacts can be run. */
export const HERE: Architecture = process.arch === 'arm64' ? 'arm64' : 'amd64';
/** The Node that packages carry. */
export const NODE_24 = join(await nodeFor(HERE), 'bin/node');

/** `amd64` or `arm64`, as the program is compiled. */
export async function architectureOf(program: string): Promise<string> {
  // https://refspecs.linuxfoundation.org/elf/gabi4+/ch4.eheader.html, e_machine
  const machines: Readonly<Record<number, Architecture>> = { 0x3e: 'amd64', 0xb7: 'arm64' };
  const file = await open(program);
  const { buffer } = await file.read(Buffer.alloc(20), 0, 20, 0).finally(() => file.close());
  return machines[buffer.readUInt16LE(18)] ?? 'unknown';
}

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
