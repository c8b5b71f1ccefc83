// Builds the artefacts into a temporary folder, unless `ARTEFACTS` names one that has them, and starts a PostgreSQL.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import startPostgres from './global-setup.mjs';
import { makeArtefacts } from './make-artefacts.mjs';

export default async function start() {
  if (!process.env.ARTEFACTS) {
    const folder = mkdtempSync(join(tmpdir(), 'chat-admin-artefacts-'));
    globalThis.artefacts = folder;
    process.env.ARTEFACTS = folder;
    await makeArtefacts(folder);
  }
  await startPostgres();
}
