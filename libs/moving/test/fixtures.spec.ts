import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suiteWith } from '@chat-admin/debian-programs/suite-needs';
import { startTemporaryMariadb } from '@chat-admin/mariadb-server/temporary-mariadb';
import { emptyDatabase } from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';
import type { ReportEntry } from '../src/report.js';
import {
  type AccountRow,
  GROWING,
  type Kind,
  KINDS,
  type MessageRow,
  type PepRow,
  type RoomRow,
  type RosterRow,
} from '../src/rows.js';
import { compareTexts } from '../src/sources/cells.js';
import { openOpenfire } from '../src/sources/open-openfire.js';
import type { HsqldbFiles } from '../src/testing/hsqldb-fixture.js';
import { openfireData } from '../src/testing/openfire-data.js';
import { openfire, wellFormed } from '../src/testing/openfire-fixture.js';
import { SCHEMAS } from '../src/testing/openfire-schemas.js';

type Everything = Record<Kind | 'report' | 'connections', unknown[]>;

async function everything(address: string): Promise<Everything> {
  const source = await openOpenfire(address);
  const report: ReportEntry[] = [];
  const all: Partial<Everything> = { connections: [...(await source.connections())], report };
  for (const kind of KINDS) {
    const rows: unknown[] = [];
    for await (const row of source.rows(kind, { report: (e) => void report.push(e) })) {
      rows.push(row);
    }
    all[kind] = rows;
  }
  await source.close();
  return all as Everything;
}

/** As PostgreSQL and MariaDB keep texts, and growing kinds in one order. */
function comparable(all: Everything, nul: boolean): unknown {
  const text = JSON.stringify(all, (_key, value) => {
    if (typeof value !== 'string') return value;
    const held = wellFormed(value);
    return nul ? held : held.replaceAll('\0', '');
  });
  const copy = JSON.parse(text) as Everything;
  for (const kind of [...GROWING, 'connections', 'report'] as const) {
    copy[kind] = copy[kind].map((row) => JSON.stringify(row)).sort();
  }
  return copy;
}

/** What an older or newer schema does not have. */
function less(all: Everything, schema: number): Everything {
  const without = (rows: unknown[], gone: boolean, columns: object) =>
    gone ? rows.map((row) => ({ ...(row as object), ...columns })) : rows;
  const gone = (rows: unknown[], absent: boolean) => (absent ? [] : rows);
  const noKeys = { salt: null, storedKey: null, serverKey: null, iterations: null };
  const inUser = schema >= 22 && schema < 40;
  const services = schema < 17 ? ONLY_SERVICE : schema < 18 ? { isHidden: null } : {};
  const orphans = all.report.filter(
    (entry) => schema >= 17 || (entry as ReportEntry).kind !== 'services',
  );
  return {
    ...all,
    report: orphans,
    properties: without(
      without(all.properties, schema < 26, { encrypted: null }),
      ...([schema < 27, { iv: null }] as const),
    ),
    accounts: (all.accounts as AccountRow[]).map((row) => ({
      ...row,
      user: row.user && { ...row.user, ...(inUser ? {} : noKeys) },
      flags: schema < 15 ? [] : row.flags,
      scram: schema < 39 ? [] : row.scram,
    })),
    rosters: without(all.rosters, schema < 33, { stanza: null }),
    services: schema < 17 ? [services] : without(all.services, schema < 18, services),
    rooms: (all.rooms as RoomRow[])
      .map((row) => ({
        ...row,
        ...(schema < 17 ? { serviceID: null, services: ['conference'] } : {}),
        ...(schema < 23 ? { allowpm: null } : {}),
        ...(schema < 29 ? { fmucEnabled: null } : {}),
      }))
      .sort(
        (a, b) =>
          compareTexts(a.services[0] ?? '', b.services[0] ?? '') || compareTexts(a.name, b.name),
      ),
    audit: gone(all.audit, schema < 16),
    messages: without(all.messages, schema < 24, { messageID: null, stanza: null }).map((row) => {
      const line = row as MessageRow;
      return schema < 17 && line.room !== null ? { ...line, services: ['conference'] } : line;
    }),
    private: gone(all.private, schema >= 29),
    archive: without(
      without(gone(all.archive, schema < 21), schema < 24, { messageID: null, stanza: null }),
      ...([schema < 34, { isPMforJID: null }] as const),
    ),
  };
}

const ONLY_SERVICE = {
  ...{ serviceID: null, subdomain: 'conference', description: null, isHidden: null },
  properties: [
    { name: 'history.maxNumber', propValue: '7' },
    { name: 'history.type', propValue: 'number' },
  ],
};

const folders: string[] = [];
async function written(files: HsqldbFiles): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'chat-admin-fixture-'));
  folders.push(folder);
  for (const [name, content] of files) await writeFile(join(folder, name), content);
  return folder;
}
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});

const [suite, mariadb] = await suiteWith(
  ...([describe, 'Fixtures of every schema', startTemporaryMariadb] as const),
);

const isSoak = process.env['SOAK_SUITES'] === '1';

const FORMS = [
  { engine: '2', log: false, lobs: true },
  { engine: '2', log: true, lobs: false },
  { engine: '2', log: true, lobs: true },
  { engine: '1.8', log: false, lobs: false },
  { engine: '1.8', log: true, lobs: false },
] as const;

/** Whose texts may hold NUL or not. */
const ENGINES = new Map<
  string,
  (schema: number) => Promise<{ readonly found: Everything; readonly nul: boolean }>
>([
  ['PostgreSQL', async (schema) => ({ found: await inPostgres(schema), nul: false })],
  ['MariaDB', async (schema) => ({ found: await inMariadb(schema), nul: true })],
]);

async function inPostgres(schema: number): Promise<Everything> {
  const database = await emptyDatabase();
  const client = new pg.Client(database.url);
  await client.connect();
  await client.query(openfire(schema).postgres());
  await client.end();
  const found = await everything(database.url);
  await database.drop();
  return found;
}

async function inMariadb(schema: number): Promise<Everything> {
  return everything(await mariadb!.load(`openfire${schema}`, openfire(schema).mariadb()));
}

suite('A description of Openfire', () => {
  afterAll(() => mariadb!.stop());

  let everywhere: Everything;
  beforeAll(async () => {
    const read = async (schema: number) =>
      everything(await written(openfire(schema).hsqldb({ engine: '2', log: false, lobs: false })));
    everywhere = { ...(await read(39)), private: (await read(28)).private };
  });

  it('is what was described', () => {
    const data = openfireData();
    const accounts = everywhere.accounts as AccountRow[];
    for (const { username, ...columns } of data['ofUser']!) {
      const found = accounts.find((row) => row.username === username);
      const trimmed = Object.entries(columns).map(([name, value]) => [
        name,
        name.endsWith('Date') ? String(value).trimEnd() : value,
      ]);
      expect(found?.user).toEqual(Object.fromEntries(trimmed));
    }
    expect(accounts.filter(({ user }) => user === null).map((row) => row.username)).toEqual([
      'ghost',
    ]);
    const bodies = (everywhere.messages as MessageRow[]).map(({ body }) => body);
    expect(bodies).toEqual(data['ofMucConversationLog']!.map(({ body }) => body));
    const [contact] = (everywhere.rosters as RosterRow[]).filter(
      ({ rosterID }) => rosterID === '1',
    );
    expect(contact!.groups).toEqual(['Friends', 'second', 'last']);
    const payloads = (everywhere.pep as PepRow[]).flatMap((row) =>
      row.type === 'item' ? [row.payload] : [],
    );
    expect(payloads.toSorted()).toEqual(data['ofPubsubItem']!.map((row) => row['payload']).sort());
    const notes = (everywhere.pep as PepRow[]).findIndex(
      (row) => row.nodeID === 'urn:example:notes',
    );
    expect(everywhere.pep[notes]).toMatchObject({ type: 'node', items: 300 });
    expect(everywhere.pep[notes + 300]).toMatchObject({ type: 'item', id: 'n299' });
    expect(everywhere.report).toMatchObject([
      { kind: 'rosters', name: 'rosterID 999', code: 'reference-missing' },
      { kind: 'services', name: 'serviceID 99', code: 'reference-missing' },
      { kind: 'rooms', name: 'roomID 999', field: 'ofMucAffiliation', count: 1 },
      { kind: 'rooms', name: 'roomID 999', field: 'ofMucMember', count: 1 },
      {
        kind: 'pep',
        name: 'nobody@corp.example: urn:none',
        field: 'ofPubsubAffiliation',
        count: 1,
      },
    ]);
  });

  it('gives the newer part of growing kinds', async () => {
    const files = await written(openfire(40).hsqldb({ engine: '2', log: true, lobs: true }));
    const addresses = [files, await mariadb!.load('newer', openfire(40).mariadb())];
    for (const address of addresses) {
      const source = await openOpenfire(address);
      const since = new Date(1_700_000_100_005);
      const newer: Partial<Record<Kind, number>> = {};
      for (const kind of GROWING) {
        newer[kind] = 0;
        for await (const _ of source.rows(kind, { since })) newer[kind] += 1;
      }
      // of the texts that are no dates, none is newer
      expect(newer).toEqual({ audit: 0, messages: 11, offline: 2, archive: 7 });
      await source.close();
    }
  });

  describe.each(SCHEMAS)('in schema %i', (schema) => {
    const place = SCHEMAS.indexOf(schema);
    const isWhole = isSoak || place === 0 || place === SCHEMAS.length - 1;
    const engines = isWhole ? [...ENGINES.keys()] : [[...ENGINES.keys()][place % ENGINES.size]!];
    const fixture = openfire(schema);
    let known: Everything;

    beforeAll(async () => {
      known = await everything(
        await written(fixture.hsqldb({ engine: '2', log: false, lobs: false })),
      );
    });

    it('is what the newest have, less what it lacks', () => {
      expect(known).toEqual(less(everywhere, schema));
    });

    it.each(isWhole ? FORMS : [FORMS[place % FORMS.length]!])(
      'gives the same rows as HSQLDB files: %o',
      async (form) => {
        const found = await everything(await written(fixture.hsqldb(form)));
        expect(comparable(found, true)).toEqual(comparable(known, true));
      },
    );

    it.each(engines)('gives the same rows in %s', async (engine) => {
      const { found, nul } = await ENGINES.get(engine)!(schema);
      expect(comparable(found, nul)).toEqual(comparable(known, nul));
    });
  });
});
