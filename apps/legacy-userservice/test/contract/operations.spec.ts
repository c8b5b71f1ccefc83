import { TYPES } from '../../src/operations.js';
import { TEST_SECRET } from '@chat-admin/persistence/testing/test-database';
import { NoChatServer } from '@chat-admin/domain/chat-server/chat-server';
import {
  expectReply,
  FORM,
  ADDRESS,
  PASSWORD,
  TestUserService,
  ways,
} from '../support/user-service.js';
import type { Sent } from '../support/user-service.js';

const told: unknown[] = [];
class Spy extends NoChatServer {
  override usersChanged(...change: unknown[]): ReturnType<NoChatServer['usersChanged']> {
    told.push(change);
    return super.usersChanged();
  }
  override rostersChanged(...change: unknown[]): ReturnType<NoChatServer['rostersChanged']> {
    told.push(['rosters', ...change]);
    return super.rostersChanged();
  }
}

let service: TestUserService;
beforeAll(async () => {
  service = await TestUserService.start({}, { chatServer: new Spy() });
});
afterAll(() => service.stop());

const OK = '<result>OK</result>';

describe.each(ways)('$method $address', (way) => {
  beforeEach(async () => {
    await service.seed();
    told.length = 0;
  });

  const success = way.address === ADDRESS ? OK : '<result>ok</result>';

  /** A success with its single audit entry. */
  async function does(sent: Sent): Promise<void> {
    expectReply(await service.call(sent, way), success);
    const entries = await service.audited();
    expect(entries.map(({ summary }) => summary)).toEqual([
      `${sent['type']} user ${sent['username']}`,
    ]);
    expect(entries[0]!.details).toMatch(
      new RegExp(
        `^object=${way.address}; outcome=200; request=[0-9a-f-]{36}; address=127\\.0\\.0\\.1(; changed=[a-z,]+)?$`,
      ),
    );
  }
  const groupsOf = async (username: string): Promise<string> =>
    (await service.call({ type: 'usergrouplist', username }, way)).text;
  const user = async (username: string): Promise<unknown> =>
    (
      await service.sql('select username, name, email from account where username = $1', [username])
    )[0];
  const contact = async (jid: string): Promise<unknown> => {
    const rows = await service.sql(
      "select nickname, subscription, groups from roster_item where owner = 'ann' and jid = $1",
      [jid],
    );
    return rows[0];
  };

  it('add creates the user, missing groups, and memberships', async () => {
    const sent = { username: 'Zoe Ö', password: PASSWORD, name: 'Zoë', email: 'z@example.org' };
    await does({ type: 'add', ...sent, groups: ' b ,,Crew, a,b' });
    const username = 'zoe\\20ö';
    expect(await user(username)).toEqual({ username, name: 'Zoë', email: 'z@example.org' });
    expect(await groupsOf('ZOE Ö')).toBe(
      '<result><groupname>Crew</groupname><groupname>a</groupname><groupname>b</groupname></result>',
    );
    const shared = way.address !== '/plugins/restapi/v1/userservice';
    expect(
      await service.sql('select name, description, shared from user_group order by name'),
    ).toEqual([
      { name: 'Crew', description: '', shared: true },
      { name: 'a', description: '', shared },
      { name: 'b', description: '', shared },
    ]);
    expect(told).toContainEqual([[username], 'created']);
  });

  it('add drops blank texts and treats an address as a local name', async () => {
    await does({ type: 'add', username: 'zoe@example.org', password: 'p', name: ' ', email: '' });
    const username = 'zoe\\40example.org';
    expect(await user(username)).toEqual({ username, name: null, email: null });
    expect(await groupsOf('Zoe@example.org')).toBe('<result></result>');
  });

  it('update changes the given parameters, adds groups and never removes any', async () => {
    await does({ type: 'update', username: 'ann', name: 'Ann', groups: 'b' });
    expect(await user('ann')).toEqual({ username: 'ann', name: 'Ann', email: null });
    expect(await groupsOf('ann')).toBe(
      '<result><groupname>Crew</groupname><groupname>b</groupname></result>',
    );
    const before = await service.stored();
    await does({ type: 'update', username: 'ann', groups: '' });
    expect(await service.stored()).toEqual(before);
    await service.sql("update group_member set is_admin = true where jid = 'ann@example.org'");
    await does({ type: 'update', username: 'ann', name: '', password: 'p2', groups: 'Crew' });
    expect(await user('ann')).toEqual({ username: 'ann', name: null, email: null });
    expect(
      await service.sql("select is_admin from group_member where jid = 'ann@example.org'"),
    ).toEqual([{ is_admin: true }, { is_admin: true }]);
    expect(told).toContainEqual([['ann'], 'password']);
  });

  it('delete also removes roster and memberships', async () => {
    await does({ type: 'delete', username: 'ann' });
    expect(await user('ann')).toBeUndefined();
    expect(await service.sql('select from roster_item')).toEqual([]);
    expect(await service.sql("select from group_member where jid = 'ann@example.org'")).toEqual([]);
    expect(told).toContainEqual([['ann'], 'deleted']);
  });

  it('disable locks and enable unlocks, idempotently', async () => {
    const locked = async (): Promise<number> => (await service.sql('select from lockout')).length;
    for (const [type, expected] of [
      ['disable', 1],
      ['disable', 1],
      ['enable', 0],
      ['enable', 0],
    ] as const) {
      await does({ type, username: 'ann' });
      expect(await locked()).toBe(expected);
    }
    expect(told).toContainEqual([['ann'], 'locked']);
    expect(told).toContainEqual([['ann'], 'unlocked']);
  });

  it('add_roster stores a contact, except for subscription -1', async () => {
    const sent = { type: 'add_roster', username: 'ann' };
    await does({
      ...sent,
      item_jid: 'Dan@Example.org/x',
      name: 'Dan',
      subscription: '3',
      groups: 'w, t,',
    });
    expect(await contact('dan@example.org')).toEqual({
      nickname: 'Dan',
      subscription: 3,
      groups: ['t', 'w'],
    });
    await does({ ...sent, item_jid: 'eve@example.org' });
    expect(await contact('eve@example.org')).toEqual({
      nickname: null,
      subscription: 0,
      groups: [],
    });
    await does({ ...sent, item_jid: 'fay@example.org', subscription: '-1' });
    expect(await contact('fay@example.org')).toBeUndefined();
    expect(told).toEqual(Array.from({ length: 3 }, () => ['rosters', ['ann']]));
  });

  it('update_roster keeps omitted parameters, clears empty ones, removes with -1', async () => {
    const sent = { type: 'update_roster', username: 'ann', item_jid: 'bob@example.org' };
    await does({ ...sent, subscription: '2', groups: 'w,t' });
    const full = { nickname: 'Bob', subscription: 2, groups: ['t', 'w'] };
    expect(await contact('bob@example.org')).toEqual(full);
    await does(sent);
    expect(await contact('bob@example.org')).toEqual(full);
    await does({ ...sent, name: '', groups: '' });
    expect(await contact('bob@example.org')).toEqual({
      nickname: null,
      subscription: 2,
      groups: [],
    });
    await does({ ...sent, item_jid: 'cara@example.org', name: 'C', groups: 'Crew' });
    await does({ ...sent, subscription: '-1' });
    expect(await contact('bob@example.org')).toBeUndefined();
  });

  it('delete_roster removes a contact, and replies OK if there is none', async () => {
    const sent = { type: 'delete_roster', username: 'ann', item_jid: 'bob@example.org' };
    await does({ ...sent, subscription: '0' });
    expect(await contact('bob@example.org')).toBeUndefined();
    await does(sent);
  });

  it('grouplist and usergrouplist list names in order, escaped, and are not audited', async () => {
    await service.sql('delete from user_group');
    expectReply(await service.call({ type: 'grouplist' }, way), '<result></result>');
    await service.sql(
      "insert into user_group (name, shared) values ('b', false), ('a<&>\"''', false), ('Ü', false), (E'\\x01c\\r\\u000bd\\uffff\\U0001F600', false)",
    );
    await service.sql(
      "insert into group_member (group_name, jid, is_admin) values ('b', 'ann@example.org', true), ('Ü', 'ann@example.org', false)",
    );
    expectReply(
      await service.call({ type: 'grouplist', username: 'ghost' }, way),
      '<result><groupname>c&#13;d\u{1F600}</groupname><groupname>a&lt;&amp;&gt;"\'</groupname><groupname>b</groupname><groupname>Ü</groupname></result>',
    );
    expectReply(
      await service.call({ type: 'usergrouplist', username: ' ANN' }, way),
      '<result><groupname>b</groupname><groupname>Ü</groupname></result>',
    );
    expect(await service.audited()).toEqual([]);
  });
});

it('every type has been seen to succeed', () => {
  expect([...service.succeeded].sort()).toEqual([...TYPES].sort());
});

it.each([
  ['ok', 'ok'],
  ['OK', 'OK'],
  ['Ok', 'OK'],
  ['<x/>', 'OK'],
  ['', 'OK'],
  [null, 'OK'],
])('plugin.userservice.reply.success %j makes it %s', async (stored, text) => {
  await service.seed();
  await service.setProperty('plugin.userservice.reply.success', stored);
  expectReply(await service.call({ type: 'enable', username: 'ann' }), `<result>${text}</result>`);
  await service.setProperty('plugin.userservice.reply.success', null);
});

it.each([
  ['/plugins/restapi/userservice', 'OK'],
  ['/plugins/restapi/userservice/', 'OK'],
  ['/plugins/restapi/v1/userservice', 'ok'],
  ['/plugins/userService/userservice', 'ok'],
  ['/plugins/userService/userservice/', 'ok'],
])('at %s success is %s, and a stored text counts', async (address, text) => {
  await service.seed();
  for (const [stored, expected] of [
    [null, text],
    ['ok', 'ok'],
    ['OK', 'OK'],
    ['Ok', 'OK'],
  ] as const) {
    await service.setProperty('plugin.userservice.reply.success', stored);
    for (const method of ['GET', 'POST'] as const) {
      const reply = await service.call({ type: 'enable', username: 'ann' }, { method, address });
      expectReply(reply, `<result>${expected}</result>`);
    }
  }
  await service.setProperty('plugin.userservice.reply.success', null);
});

it.each([
  ['/plugins/restapi/userservice', true],
  ['/plugins/restapi/v1/userservice', false],
  ['/plugins/restapi/v1/userservice/', false],
  ['/plugins/userService/userservice', true],
])(
  'groups created at %s are shared: %s; existing ones stay as they are',
  async (address, shared) => {
    for (const [type, method] of [
      ['add', 'POST'],
      ['update', 'GET'],
    ] as const) {
      await service.seed();
      await service.sql(`insert into user_group (name, shared) values ('Old', ${!shared})`);
      const username = type === 'add' ? 'zoe' : 'ann';
      const sent = { type, username, password: PASSWORD, groups: 'New,Old' };
      expect((await service.call(sent, { method, address })).text).toMatch(/^<result>ok/i);
      expect(
        await service.sql(
          'select name, description, shared from user_group order by name offset 1',
        ),
      ).toEqual([
        { name: 'New', description: '', shared },
        { name: 'Old', description: null, shared: !shared },
      ]);
    }
  },
);

it('query and form are combined, the query first', async () => {
  await service.seed();
  const query = `${ADDRESS}?secret=${TEST_SECRET}&type=update&username=ann&name=Query+A%2Bb`;
  const form = 'type=delete&name=Form&email=f%40x.org&email=second';
  expectReply(
    await service.send('POST', query, { 'Content-Type': `${FORM}; charset=x` }, form),
    OK,
  );
  expect(await service.sql("select name, email from account where username = 'ann'")).toEqual([
    { name: 'Query A+b', email: 'f@x.org' },
  ]);
});

it.each([
  undefined,
  'application/json',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencodedx',
  'nonsense',
  '/;;=',
  '\u00ff',
  '',
])('a body of type %j is ignored', async (type) => {
  await service.seed();
  const headers = type === undefined ? {} : { 'Content-Type': type };
  const target = `${ADDRESS}?secret=${TEST_SECRET}&type=update&username=ann`;
  expectReply(await service.send('POST', target, headers, 'name=Body'), OK);
  expect(await service.sql("select name from account where username = 'ann'")).toEqual([
    { name: null },
  ]);
});

it('a compressed form is ignored', async () => {
  await service.seed();
  const headers = { 'Content-Type': FORM, 'Content-Encoding': 'gzip' };
  expectReply(
    await service.send(
      'POST',
      `${ADDRESS}?secret=${TEST_SECRET}&type=enable&username=ann`,
      headers,
      'name=%ff',
    ),
    OK,
  );
});
