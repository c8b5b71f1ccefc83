import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { nameOfMigration, phaseFaults } from '../../../test/phase-rules.js';
import { migrations } from './migrations.js';

interface Frozen {
  readonly name: string;
  /** 1-based position in the order of the migrations */
  readonly level: number;
  readonly sha256: string;
  readonly release: string;
}

const folder = new URL('./', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
const frozen = JSON.parse(read('migrations.lock.json')) as readonly Frozen[];
const files = readdirSync(folder)
  .filter((name) => /^\d+-.*\.ts$/.test(name))
  .sort();

const released = frozen.map(({ name }) => nameOfMigration(name, read(name)));
/** Not one more: these were made before programs of two versions ran on one database. */
const BEFORE_PHASES = files
  .filter((name) => name < '1796083200021')
  .concat('1796083200030-describe-pictures.ts');

it('no migration of a release is changed or lost', () => {
  const found = frozen.map(({ name, ...entry }) => ({
    name,
    ...entry,
    sha256: files.includes(name) ? createHash('sha256').update(read(name)).digest('hex') : 'lost',
  }));
  expect(found).toEqual(frozen);
});

it('new migrations come after those of releases', () => {
  expect(frozen.map(({ name }) => name)).toEqual(files.slice(0, frozen.length));
  expect(frozen.map(({ level }) => level)).toEqual(frozen.map((_, index) => index + 1));
});

it('every file is listed in order, with its timestamp', () => {
  const times = migrations.map((migration) => new migration().name.slice(-13));
  expect(times).toEqual(files.map((name) => name.slice(0, 13)));
});

describe.each(files)('%s', (name) => {
  it('states its phase, unless it is from before, and keeps to it', () => {
    const text = read(name);
    if (BEFORE_PHASES.includes(name)) expect(text).not.toContain('readonly phase');
    else expect(phaseFaults(text, released)).toEqual([]);
  });

  it('imports nothing that may change', () => {
    const imported = [...read(name).matchAll(/from '(.+)'/g)].map(([, path]) => path);
    const helpers = ['./forward-only.js', './phase.js', './build-index.js', './fill-ids.js'];
    expect(['typeorm', ...helpers]).toEqual(expect.arrayContaining(imported));
  });

  it('leaves functions and triggers to the files in sql/', () => {
    expect(read(name)).not.toMatch(/\b(create|replace|drop|alter)\s+(function|trigger)\b/i);
  });
});
