import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import { createUsers, startOver } from '../support/people.js';
import { TestApi } from '../support/test-api.js';

const SECRET = 'Päss-w0rd-in-clear';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterEach(() => startOver(api));
afterAll(() => api.stop());

/** All rows of all tables as one text. */
async function everything(): Promise<string> {
  const tables = await api.database.sql(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    for (const { row } of await api.database.sql(`select "${name}"::text as row from "${name}"`)) {
      texts.push(`${name}: ${row}`);
    }
  }
  return texts.join('\n');
}

/** The password in clear text and in every reversible or searchable form. */
const readable = [
  SECRET,
  ...(['hex', 'base64'] as const).map((form) => Buffer.from(SECRET).toString(form)),
  ...['md5', 'sha1', 'sha256'].map((name) => createHash(name).update(SECRET).digest('hex')),
];

async function expectScramKeys(username: string, password: string): Promise<void> {
  const [row] = await api.database.sql('select * from account_credential where username = $1', [
    username,
  ]);
  for (const [hash, length] of [
    ['sha1', 20],
    ['sha256', 32],
  ] as const) {
    const salt = row![`${hash}_salt`] as Buffer;
    const rounds = row![`${hash}_iterations`] as number;
    const salted = pbkdf2Sync(password.normalize('NFKC'), salt, rounds, length, hash);
    const clientKey = createHmac(hash, salted).update('Client Key').digest();
    expect(salt.length).toBeGreaterThanOrEqual(12);
    expect(rounds).toBe(4096);
    expect(row![`${hash}_stored_key`]).toEqual(createHash(hash).update(clientKey).digest());
    expect(row![`${hash}_server_key`]).toEqual(
      createHmac(hash, salted).update('Server Key').digest(),
    );
  }
}

it('a password is stored as SCRAM keys only, with a random salt for each user', async () => {
  await api.call('POST', '/users', 'json', { username: 'ola', password: SECRET });
  await api.call('POST', '/users', 'json', { users: [{ username: 'zoe', password: SECRET }] });
  await createUsers(api, 'kim', 'una');
  await api.call('PUT', '/users/kim', 'json', { password: SECRET });
  await api.call('PUT', '/users/una', 'json', { username: 'eva', password: SECRET });
  const names = ['ola', 'zoe', 'kim', 'eva'];
  for (const name of names) await expectScramKeys(name, SECRET);
  const salts = await api.database.sql(
    'select sha1_salt as salt from account_credential union select sha256_salt from account_credential',
  );
  expect(salts.length).toBeGreaterThanOrEqual(names.length);
  const text = await everything();
  expect(text).toContain('account: (ola');
  for (const form of readable) expect(text).not.toContain(form);
});

it('the columns of credentials are salts, iteration counts and keys', async () => {
  const columns = await api.database.sql(
    "select column_name as name from information_schema.columns where table_name = 'account_credential' order by ordinal_position",
  );
  expect(columns.map(({ name }) => name)).toEqual([
    'username',
    ...['sha1', 'sha256'].flatMap((hash) =>
      ['salt', 'iterations', 'stored_key', 'server_key'].map((part) => `${hash}_${part}`),
    ),
  ]);
});

it('no audit entry contains a password, a property value or any other part of a body', async () => {
  const hidden = (what: string) => `hidden-${what}`;
  const user = {
    password: hidden('password'),
    name: hidden('name'),
    email: hidden('email'),
    properties: { [hidden('key')]: hidden('value') },
  };
  const item = { nickname: hidden('nickname'), groups: [hidden('roster-group')] };
  const group = { description: hidden('description'), members: ['ola', hidden('member')] };
  const vcard = `<vCard xmlns="vcard-temp"><FN>${hidden('vcard')}</FN></vCard>`;
  await api.audited();
  const requests: [string, string, string | object, number][] = [
    ['POST', '/users', { username: 'ola', ...user }, 201],
    ['POST', '/users', { username: 'ola', ...user }, 409],
    ['POST', '/users', { username: 'zoe', ...user, password: `${hidden('bad')}\u0007` }, 400],
    ['POST', '/users', { ...user, username: '' }, 400],
    ['POST', '/users', `{"username":"zoe","password":["${hidden('list')}"]}`, 400],
    ['POST', '/users', `{"username":"zoe","password":"${hidden('broken')}"`, 400],
    ['POST', '/users', { users: [{ username: 'zoe', ...user }] }, 201],
    ['PUT', '/users/ola', user, 200],
    ['PUT', '/users/ghost', user, 404],
    ['PUT', '/users/ola', { ...user, username: 'una' }, 200],
    ['PUT', '/users/una', { ...user, username: 'zoe' }, 409],
    ['POST', '/users/una/roster', { jid: 'bo@x', ...item }, 201],
    ['PUT', '/users/una/roster/bo@x', item, 200],
    ['PUT', '/users/una/roster/bo@x', { ...item, subscriptionType: hidden('type') }, 400],
    ['POST', '/users/una/groups', { groupnames: ['Night crew'] }, 201],
    ['POST', '/groups', { name: 'Crew', ...group }, 201],
    ['PUT', '/groups/Crew', { name: hidden('other'), ...group }, 400],
  ];
  for (const [method, path, body, status] of requests) {
    const reply = await api.call(method, path, 'json', body);
    expect({ method, path, status: reply.status }).toEqual({ method, path, status });
    if (status >= 400) expect(reply.text).not.toMatch(/hidden-(password|value|list|bad|broken)/);
  }
  for (const body of [vcard, `<!DOCTYPE ${hidden('doctype')}>${vcard}`, '<foo/>']) {
    await api.call('PUT', '/users/una/vcard', 'xml', body);
  }
  const entries = await api.audited();
  expect(entries).toHaveLength(requests.length + 3);
  for (const { summary, details } of entries) {
    expect(`${summary} ${details}`).not.toContain('hidden');
  }
});

it('no response contains a password or its keys', async () => {
  await api.call('POST', '/users', 'json', { username: 'ola', password: SECRET });
  for (const path of ['/users', '/users/ola']) {
    for (const form of ['xml', 'json'] as const) {
      const { text } = await api.call('GET', path, form);
      expect(text).toContain('ola');
      expect(text).not.toMatch(/pass|salt|key="|stored/i);
    }
  }
});
