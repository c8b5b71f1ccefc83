import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { suiteWith } from '@chat-admin/debian-programs/suite-needs';
import { startTemporaryMariadb } from '@chat-admin/mariadb-server/temporary-mariadb';
import { matchesScramKeys } from '@chat-admin/credentials/scram-keys';
import { emptyDatabase } from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';
import { homeOf, movingWorld, pass, remove, SCHOOL, verified } from './support/school.js';
import type { MovingWorld } from './support/school.js';

type Anything = any; // eslint-disable-line @typescript-eslint/no-explicit-any
const expected: Anything = JSON.parse(await readFile(new URL('expected.json', SCHOOL), 'utf8'));
const jid = (name: string) => `${name}@school.example`;

const bookmarks = { xmlns: 'storage:bookmarks' };
const [room] = expected.personal.okonkwo.conferences;

/** Rows of the chat server's store of keys, but for the mark of a block list. */
const stored = [
  ...expected.blocked.dubois.map((blocked: string) => [
    ...['dubois', 'blocklist', blocked, 'boolean', true],
  ]),
  [
    ...['haddad', 'pep', 'urn:xmpp:bookmarks:1', 'json'],
    {
      name: 'urn:xmpp:bookmarks:1',
      config: {
        ...{ access_model: 'whitelist', max_items: 'max', persist_items: true },
        send_last_published_item: 'never',
      },
      affiliations: {},
      subscribers: {},
    },
  ],
  [
    ...['okonkwo', 'private', 'storage:storage:bookmarks', 'json'],
    {
      name: 'storage',
      attr: bookmarks,
      __array: [
        {
          name: 'conference',
          attr: { ...bookmarks, jid: room, autojoin: 'true', name: 'Staff room' },
          __array: [{ name: 'nick', attr: bookmarks, __array: ['Adaeze'] }],
        },
        {
          name: 'url',
          attr: { ...bookmarks, url: expected.personal.okonkwo.urls[0], name: 'Timetable' },
        },
      ],
    },
  ],
];

async function moves(set: 'hsqldb' | 'mariadb' | 'postgresql', address: string) {
  const world = await movingWorld();
  const home = await homeOf(set);
  try {
    const copied = await pass(world, address, home);
    expect(copied.counts).toMatchObject({ 'default-password': 1, 'pep-node-missing': 1 });
    expect(await verified(world, address, home)).toEqual([]);
    const again = await pass(world, address, home);
    for (const [kind, { changed, derived, removed }] of again.results) {
      expect([kind, kind === 'offline' ? 0 : changed, derived, removed]).toEqual([kind, 0, 0, 0]);
    }
    expect(await verified(world, address, home)).toEqual([]);
    await says(world);
  } finally {
    await world.close();
    await remove(home);
  }
}

/** What is here is what the truth beside the databases says. */
async function says(world: MovingWorld) {
  const { query } = world;
  const accounts = await query(
    `select account.*, sha1_salt, sha1_iterations, sha1_stored_key, sha1_server_key, sha256_salt,
       sha256_iterations, sha256_stored_key, sha256_server_key, is_locked(username) as locked
     from account left join account_credential using (username)`,
  );
  expect(accounts).toHaveLength(expected.people.length);
  for (const person of expected.people) {
    const account = accounts.find(({ username }) => username === person.username);
    expect(account).toMatchObject({
      ...{ name: person.name, email: person.email, locked: person.locked },
    });
    const own = account!['properties'].filter(
      ({ key }: Anything) => key !== 'console.rows_per_page',
    );
    expect(Object.fromEntries(own.map(({ key, value }: Anything) => [key, value]))).toEqual(
      person.properties,
    );
    for (const hash of ['sha1', 'sha256'] as const) {
      const keys = {
        salt: account![`${hash}_salt`],
        iterations: account![`${hash}_iterations`],
        storedKey: account![`${hash}_stored_key`],
        serverKey: account![`${hash}_server_key`],
      };
      if (hash === 'sha256' && person.stored === 'keys only') expect(keys.storedKey).toBeNull();
      else expect(await matchesScramKeys(hash, person.password, keys)).toBe(true);
    }
  }
  const groups = await query(
    `select user_group.*, array(select jid from group_member where group_name = name and is_admin order by 1) as admins,
       array(select jid from group_member where group_name = name and not is_admin order by 1) as members
     from user_group`,
  );
  for (const { displayName, ...group } of expected.groups) {
    const found = groups.find(({ name }) => name === group.name);
    expect(found).toMatchObject({ ...group, display_name: displayName });
  }
  for (const [owner, contacts] of Object.entries<Anything>(expected.contacts)) {
    const stored = await query('select * from roster_item where owner = $1', [owner]);
    const own = contacts.filter(
      (one: Anything) =>
        one.sharedGroups.length === 0 || stored.some((item) => item.jid === one.jid),
    );
    expect(stored.map((item) => item.jid).sort()).toEqual(
      own.map((one: Anything) => one.jid).sort(),
    );
    for (const { jid: contact, nickname, groups: labels, ask, subscription, sharedGroups } of own) {
      const item = stored.find((one) => one.jid === contact)!;
      expect(item).toMatchObject({ nickname, ask });
      expect([...item['groups']].sort()).toEqual([...labels].sort());
      const number = ['none', 'to', 'from', 'both'].indexOf(subscription);
      expect(item['subscription']).toBe(sharedGroups.length > 0 ? 0 : number);
    }
  }
  const [{ requests }] = (await query(
    'select count(*)::integer as requests from roster_request',
  )) as [Anything];
  expect(requests).toBe(2);
  const [silva] = await query(`select xml from vcard where username = 'silva'`);
  const [photo, ...others] = [...silva!['xml'].matchAll(/<BINVAL>(.*?)<\/BINVAL>/g)];
  expect(others).toEqual([]);
  expect(hash('sha1', Buffer.from(photo![1]!, 'base64'))).toBe(expected.personal.silva.avatarSha1);
  const lines = await query('select stanza, sender from room_message order by sent_at, id');
  expect(lines).toHaveLength(21);
  expect(
    (await query('select * from prosody.prosodyarchive where store = $1', ['offline'])).length,
  ).toBe(2);
  // the chat server makes the nodes of avatars out of the vCard
  const avatars = await query(
    `select key from prosody.prosodyarchive where store like 'pep_urn:xmpp:avatar:%'
     union all select key from prosody.prosody where store = 'pep' and key like 'urn:xmpp:avatar:%'`,
  );
  expect(avatars).toEqual([]);
  expect(
    await query(
      `select "user", store, key, type, host, value::jsonb from prosody.prosody where key <> '' order by store, 1, key`,
    ),
  ).toEqual(
    stored.map(([user, store, key, type, value]) => ({
      ...{ user, store, key, type, value, host: expected.domain },
    })),
  );
  const items = await query(
    `select host, "user", key, "with", type, value from prosody.prosodyarchive where store = 'pep_urn:xmpp:bookmarks:1' order by key`,
  );
  const bookmark = (name: string, autojoin: boolean) =>
    `<conference xmlns='urn:xmpp:bookmarks:1' name='${name}' autojoin='${autojoin}'><nick>haddad</nick></conference>`;
  const [assembly, staffroom] = expected.personal.haddad.items;
  expect(items).toEqual(
    [
      { key: assembly, value: bookmark('Assembly', false) },
      { key: staffroom, value: bookmark('Staff room ☕', true) },
    ].map((one) => ({
      ...{ host: expected.domain, user: 'haddad', with: jid('haddad'), type: 'xml', ...one },
    })),
  );
}

describe('a real Openfire 5.0.5 moves whole', () => {
  it('from HSQLDB', () => moves('hsqldb', fileURLToPath(new URL('hsqldb/', SCHOOL))));

  it('from HSQLDB of a running server', () =>
    moves('hsqldb', fileURLToPath(new URL('hsqldb-running/', SCHOOL))));

  it('from PostgreSQL', async () => {
    const database = await emptyDatabase();
    try {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      await client.query(await readFile(new URL('postgresql.sql', SCHOOL), 'utf8'));
      await client.end();
      await moves('postgresql', database.url);
    } finally {
      await database.drop();
    }
  });
});

const [suite, mariadb] = await suiteWith(
  ...([describe, 'a real MariaDB of Openfire 5.0.5', startTemporaryMariadb] as const),
);

suite('a real MariaDB of Openfire 5.0.5', () => {
  afterAll(() => mariadb!.stop());

  it('moves whole', async () => {
    await moves('mariadb', await mariadb!.load('openfire', new URL('mariadb.sql', SCHOOL)));
  });
});
