import { suiteWith } from '@chat-admin/debian-programs/suite-needs';
import { startTemporaryMariadb } from '@chat-admin/mariadb-server/temporary-mariadb';
import { emptyDatabase } from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';
import { openOpenfire } from '../src/sources/open-openfire.js';

/** More than any buffer on the way holds. */
const LINES = 200_000;
const TABLES = `create table ofVersion (name varchar(50), version integer);
create table ofMucConversationLog (roomID integer, messageID integer, logTime char(15), body varchar(1000));
insert into ofVersion values ('openfire', 40);
insert into ofMucConversationLog select 1, `;

const [suite, mariadb] = await suiteWith(
  ...([describe, 'A pass that nobody reads to its end', startTemporaryMariadb] as const),
);

async function leaveEarly(address: string): Promise<void> {
  const source = await openOpenfire(address);
  for (let turn = 0; turn < 2; turn++) {
    for await (const { messageID } of source.rows('messages')) {
      expect(Number(messageID)).toBeGreaterThan(0);
      break;
    }
    expect(await source.count('messages')).toEqual({ rows: LINES, estimated: false });
  }
  await source.close();
}

suite('A pass that nobody reads to its end', () => {
  afterAll(() => mariadb!.stop());

  it('leaves PostgreSQL usable', async () => {
    const database = await emptyDatabase();
    const client = new pg.Client(database.url);
    await client.connect();
    await client.query(
      `${TABLES} n, '001700000000000', repeat('x', 500) from generate_series(1, ${LINES}) n`,
    );
    await client.end();
    await leaveEarly(database.url);
    await database.drop();
  });

  it('leaves MariaDB usable', async () => {
    const script = `${TABLES} seq, '001700000000000', repeat('x', 500) from seq_1_to_${LINES}`;
    await leaveEarly(await mariadb!.load('abandoned', script));
  });
});
