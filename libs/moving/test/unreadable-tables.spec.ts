import { readFile } from 'node:fs/promises';
import { suiteWith } from '@chat-admin/debian-programs/suite-needs';
import { startTemporaryMariadb } from '@chat-admin/mariadb-server/temporary-mariadb';
import { emptyDatabase } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import { createConnection } from 'mysql2/promise';
import type { Connection } from 'mysql2/promise';
import pg from 'pg';
import { SourceRefused } from '../src/source.js';
import { checkImport } from '../src/passes/check.js';
import { USUAL_KINDS } from '../src/passes/import-settings.js';
import { openImport } from '../src/passes/open-import.js';
import { openOpenfire } from '../src/sources/open-openfire.js';
import { Target } from '../src/target/target.js';
import { targetRows } from '../src/testing/target-rows.js';
import { homeOf, movingWorld, pass, remove, SCHOOL, SETTINGS, verified } from './support/school.js';
import type { MovingWorld } from './support/school.js';

/** Those of schema 37 that are moved. */
const TABLES = [
  ...['ofProperty', 'ofUser', 'ofUserProp', 'ofUserFlag', 'ofPresence', 'ofGroup', 'ofGroupProp'],
  ...['ofGroupUser', 'ofRoster', 'ofRosterGroups', 'ofVCard', 'ofMucService', 'ofMucServiceProp'],
  ...['ofMucRoom', 'ofMucAffiliation', 'ofMucMember', 'ofSecurityAuditLog', 'ofMucConversationLog'],
  ...['ofOffline', 'ofPubsubNode', 'ofPubsubItem', 'ofPubsubAffiliation', 'ofPrivacyList'],
];

/** What a schema need not have, and is read in each pass, or where it is asked for. */
const CONNECTIONS = ['ofExtComponentConf', 'ofRemoteServerConf'];
const ARCHIVE = `create table ofmessagearchive (messageid bigint, conversationid bigint, fromjid varchar(255),
  fromjidresource varchar(255), tojid varchar(255), tojidresource varchar(255), sentdate bigint, stanza text, body text,
  ispmforjid varchar(255))`;

let world: MovingWorld;
let home: string;

async function faultsOf(address: string): Promise<readonly string[]> {
  const source = await openOpenfire(address).catch((error: SourceRefused) => error);
  if (source instanceof SourceRefused) return [source.message];
  const target = await Target.open({ url: world.url, engineUrl: null });
  try {
    // what decides upon all else is told before the rest is looked at
    const opened = await openImport(source, target, { openfireHome: home, renamed: null }).catch(
      (error: SourceRefused) => error,
    );
    if (opened instanceof SourceRefused) return [opened.message];
    const options = {
      ...{ settings: SETTINGS, acceptForeignProviders: false, namesLeftBehind: true },
      report: () => undefined,
    };
    const findings = await checkImport(source, target, opened, options);
    return findings.filter(({ code }) => code === 'unreadable').map(({ text }) => text);
  } finally {
    await target.close();
    await source.close();
  }
}

const [suite, mariadb] = await suiteWith(
  ...([describe, 'A role that may not read a table of MariaDB', startTemporaryMariadb] as const),
);

suite('A role that may not read a table of MariaDB', () => {
  let root: Connection;
  let reader: string;
  beforeAll(async () => {
    const url = await mariadb!.load('openfire', new URL('mariadb.sql', SCHOOL));
    reader = url.replace('root@', 'old_reader@');
    home = await homeOf('mariadb');
    world = await movingWorld();
    root = await createConnection(url);
    await root.query(`create user old_reader@'%'`);
    const [rows] = await root.query('show tables');
    const all = (rows as Record<string, string>[]).flatMap((row) => Object.values(row));
    for (const table of all) await root.query(`grant select on \`${table}\` to old_reader@'%'`);
    await pass(world, url, home);
  });
  afterAll(async () => {
    await root.end();
    await world.close();
    await remove(home);
    await mariadb!.stop();
  });

  it.each(TABLES)(
    'lacks %s: check, catch-up and verify say so, and what they say mends it',
    async (table) => {
      const before = await targetRows(world);
      await root.query(`revoke select on \`${table}\` from old_reader@'%'`);
      const grant = `GRANT SELECT ON \`openfire\`.\`${table}\` TO 'old_reader'@'%'`;
      const text = `There is no table ${table}, which schema 37 has, or the role in --source may not read it: ${grant}`;
      expect(await faultsOf(reader)).toEqual([text]);
      await expect(pass(world, reader, home)).rejects.toThrow(new SourceRefused(text));
      await expect(verified(world, reader, home)).rejects.toThrow(new SourceRefused(text));
      expect(await targetRows(world)).toEqual(before);
      await root.query(grant);
      expect(await faultsOf(reader)).toEqual([]);
    },
  );

  it('may read some columns alone', async () => {
    await root.query(`revoke select on ofUser from old_reader@'%'`);
    await root.query(`grant select (username, modificationDate) on ofUser to old_reader@'%'`);
    const grant = "GRANT SELECT ON `openfire`.`ofUser` TO 'old_reader'@'%'";
    expect(await faultsOf(reader)).toEqual([`The role in --source may not read ofuser: ${grant}`]);
    await root.query(grant);
    expect(await faultsOf(reader)).toEqual([]);
  });
});

describe('A role that may not read a table of PostgreSQL', () => {
  let old: TestDatabase;
  let owner: pg.Client;
  let reader: string;
  beforeAll(async () => {
    old = await emptyDatabase();
    owner = new pg.Client(old.url);
    await owner.connect();
    home = await homeOf('postgresql');
    world = await movingWorld();
    await owner.query(await readFile(new URL('postgresql.sql', SCHOOL), 'utf8'));
    await owner.query(`set search_path = public; create role old_reader login password 'old'`);
    await owner.query(ARCHIVE);
    await owner.query('grant select on all tables in schema public to old_reader');
    const address = new URL(old.url);
    [address.username, address.password] = ['old_reader', 'old'];
    reader = address.href;
  });
  afterAll(async () => {
    await world.close();
    await remove(home);
    await owner.query('drop owned by old_reader; drop role old_reader');
    await owner.end();
    await old.drop();
  });

  it.each([...TABLES, ...CONNECTIONS, 'ofMessageArchive'])(
    'lacks %s: check and copy say so before anything changes, and what they say mends it',
    async (table) => {
      const name = table.toLowerCase();
      await owner.query(`revoke select on ${name} from old_reader`);
      const grant = `GRANT SELECT ON public.${name} TO old_reader`;
      const text = `The role in --source may not read ${name}: ${grant}`;
      expect(await faultsOf(reader)).toEqual([text]);
      await expect(pass(world, reader, home)).rejects.toThrow(new SourceRefused(text));
      expect(await world.query(`select to_regclass('moving.run') as run`)).toEqual([{ run: null }]);
      await owner.query(grant);
      expect(await faultsOf(reader)).toEqual([]);
    },
  );

  it('names a table that is gone, unless it may be missing', async () => {
    await owner.query(`drop table ofpubsubitem, ${CONNECTIONS.join(', ')}`);
    const text = 'There is no table ofPubsubItem, which schema 37 has.';
    expect(await faultsOf(reader)).toEqual([text]);
  });

  it('needs no archive that is not asked for', async () => {
    await owner.query('revoke select on ofmessagearchive from old_reader');
    const kinds = new Set(USUAL_KINDS.filter((kind) => kind !== 'pep'));
    await pass(world, reader, home, { kinds });
    expect(await world.query('select from moving.progress where not done')).toEqual([]);
  });
});
