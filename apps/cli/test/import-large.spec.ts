import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundledProgram } from '@chat-admin/debian-programs/bundled-program';
import { makeStores } from '@chat-admin/moving/target/chat-server-stores';
import { Target } from '@chat-admin/moving/target/target';
import { DOMAIN, openfireData } from '@chat-admin/moving/testing/openfire-data';
import { openfire } from '@chat-admin/moving/testing/openfire-fixture';
import { emptyDatabase, testDatabase } from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';

const MAIN = bundledProgram('cli');
/** MiB; an object for each element would not fit. */
const HEAP = 192;
const ELEMENTS = 1_500_000;
const LARGE = 10 * 1024 * 1024 - 100;

const connected = async (connectionString: string) => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
};

it('vCards of 10 MiB, of one text or of millions of elements, move and are compared in little memory, and larger ones are reported', async () => {
  const [old, target] = [await emptyDatabase(), await testDatabase()];
  const [source, here] = [await connected(old.url), await connected(target.url)];
  const folder = await mkdtemp(join(tmpdir(), 'large-'));
  try {
    const { ofProperty, ofUser } = openfireData();
    const people = ['admin', 'alice', 'bob', 'ss'];
    const data = {
      ofProperty: ofProperty!,
      ofUser: ofUser!.filter(({ username }) => people.includes(`${username}`)),
    };
    await source.query(openfire(40, { data }).postgres());
    await source.query(
      `insert into ofvcard select name, '<vCard xmlns="vcard-temp">' || inside || '</vCard>' from (values
         ('admin', '<DESC>' || repeat('v', ${LARGE}) || '</DESC>'), ('alice', repeat('<A/>', ${ELEMENTS})),
         ('bob', '<FN>Bob</FN>'), ('ss', '<DESC>' || repeat('v', ${2 * LARGE}) || '</DESC>')) as card (name, inside)`,
    );
    await here.query(`update system_property set value = $1 where key = 'xmpp.domain'`, [DOMAIN]);
    const opened = await Target.open({ url: target.url, engineUrl: null });
    await makeStores(opened);
    await opened.close();
    const address = new URL(old.url);
    const { username, password } = address;
    address.password = '';
    const report = join(folder, 'report');
    const codeOf = async (action: 'copy' | 'verify') => {
      const child = spawn(
        process.execPath,
        [
          ...[MAIN, 'import', 'openfire', action, '--source', address.href, '--progress', 'none'],
          ...['--report', report, '--only', 'accounts,vcards'],
        ],
        {
          env: {
            ...{ PATH: process.env['PATH'], NODE_OPTIONS: `--max-old-space-size=${HEAP}` },
            ...{ DATABASE_URL: target.url, PGUSER: username, PGPASSWORD: password },
            API_SCRAM_ITERATIONS: '4096',
          },
          stdio: 'ignore',
        },
      );
      const [code] = (await once(child, 'close')) as [number | null];
      return code;
    };
    expect(await codeOf('copy')).toBe(3);
    const { rows } = await here.query(
      `select username, length(xml)::integer as letters from vcard order by username`,
    );
    const around = '<vCard xmlns="vcard-temp"></vCard>'.length;
    expect(rows).toEqual([
      { username: 'admin', letters: LARGE + around + '<DESC></DESC>'.length },
      { username: 'alice', letters: '<A/>'.length * ELEMENTS + around },
      { username: 'bob', letters: '<FN>Bob</FN>'.length + around },
    ]);
    const ofCards = (await readFile(report, 'utf8')).match(/^.*"vcards".*$/gm);
    expect(ofCards).toEqual([expect.stringMatching(/"ss",.*"vcard-too-large"/)]);
    expect(await codeOf('verify')).toBe(0);
    await here.query(
      `update vcard set xml = overlay(xml placing 'w' from 1000) where username = 'admin'`,
    );
    expect(await codeOf('verify')).toBe(4);
    const told = (await readFile(report, 'utf8')).trim().split('\n');
    expect(told.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ kind: 'vcards', name: 'admin', field: 'xml', code: 'differs' }),
    );
  } finally {
    await source.end();
    await here.end();
    await old.drop();
    await target.drop();
    await rm(folder, { recursive: true });
  }
});
