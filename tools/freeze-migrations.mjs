// A step of a release: from now on nobody edits the migrations that it contains.
//   node tools/freeze-migrations.mjs 0.3.0
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const folder = new URL('../libs/persistence/src/schema/migrations/', import.meta.url);
const lock = new URL('migrations.lock.json', folder);
const release = process.argv[2];
if (!/^\d+\.\d+\.\d+$/.test(release ?? '')) throw new Error('Which release? For example 0.3.0');

const frozen = JSON.parse(readFileSync(lock, 'utf8'));
const names = readdirSync(folder)
  .filter((name) => /^\d+-.*\.ts$/.test(name))
  .sort();
for (const name of names) {
  const sha256 = createHash('sha256')
    .update(readFileSync(new URL(name, folder)))
    .digest('hex');
  const entry = frozen.find((known) => known.name === name);
  if (entry === undefined) frozen.push({ name, level: frozen.length + 1, sha256, release });
  else if (entry.sha256 !== sha256)
    throw new Error(`${name} has changed since release ${entry.release}`);
}
writeFileSync(lock, `${JSON.stringify(frozen, null, 2)}\n`);
