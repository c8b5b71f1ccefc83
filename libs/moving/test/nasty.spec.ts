import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suiteWith } from '@chat-admin/debian-programs/suite-needs';
import { startTemporaryMariadb } from '@chat-admin/mariadb-server/temporary-mariadb';
import { emptyDatabase } from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';
import { openfire } from '../src/testing/openfire-fixture.js';
import { SCHEMAS } from '../src/testing/openfire-schemas.js';
import { movingWorld, pass, verified } from './support/school.js';

/** The oldest that is written in another way, and the newest. */
const EDGES = [SCHEMAS[0]!, SCHEMAS.at(-1)!];

const [withMariadb, mariadb] = await suiteWith(
  ...([describe, 'Every nasty row of MariaDB', startTemporaryMariadb] as const),
);

/** All of it moves, `verify` finds nothing, and a second pass has nothing to do. */
async function movesWhole(address: string): Promise<void> {
  const world = await movingWorld('corp.example');
  try {
    const { counts } = await pass(world, address, null);
    expect(counts).toMatchObject({
      'name-twice': expect.any(Number),
      'name-invalid': expect.any(Number),
    });
    expect(await verified(world, address, null)).toEqual([]);
    const again = await pass(world, address, null);
    for (const [kind, { changed, removed, derived }] of again.results) {
      expect([kind, kind === 'offline' ? 0 : changed, removed, derived]).toEqual([kind, 0, 0, 0]);
    }
    const unsettled = await world.query(
      `select conname from pg_constraint where contype in ('f', 'c') and not convalidated`,
    );
    expect(unsettled).toEqual([]);
  } finally {
    await world.close();
  }
}

it.each(SCHEMAS)('schema %d with every nasty row moves, and verifies', async (schema) => {
  const folder = await mkdtemp(join(tmpdir(), 'nasty-'));
  const files = openfire(schema).hsqldb({ engine: '2', log: false, lobs: true });
  for (const [name, content] of files) await writeFile(join(folder, name), content);
  try {
    await movesWhole(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it.each(EDGES)('schema %d moves from PostgreSQL', async (schema) => {
  const database = await emptyDatabase();
  const client = new pg.Client(database.url);
  await client.connect();
  await client.query(openfire(schema).postgres());
  await client.end();
  try {
    await movesWhole(database.url);
  } finally {
    await database.drop();
  }
});

withMariadb('Every nasty row of MariaDB', () => {
  afterAll(() => mariadb!.stop());

  it.each(EDGES)('schema %d moves', async (schema) => {
    await movesWhole(await mariadb!.load(`nasty${schema}`, openfire(schema).mariadb()));
  });
});
