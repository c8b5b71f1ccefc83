import {
  ChatServerAway,
  NoChatServer,
  UnusableAddress,
} from '@chat-admin/domain/chat-server/chat-server';
import type { RoomRef } from '@chat-admin/domain/chat-server/chat-server';
import type { PersonalMessage } from '@chat-admin/domain/chat-server/message';
import { badArgument, expectError, noGroup, noUser, refusal } from '../support/expectations.js';
import { errorText, forms, TestApi } from '../support/test-api.js';

const ROOT = '/plugins/restapi/v1';

/** Records what it is to send. */
class Mailbox extends NoChatServer {
  private sent: unknown[] = [];
  /** how many messages more it takes, until it is away */
  left = Infinity;
  /** an address that it can prepare none of */
  unusable: string | null = null;
  taken(): readonly unknown[] {
    const { sent } = this;
    this.sent = [];
    return sent;
  }
  override send(message?: PersonalMessage): Promise<void> {
    if ((this.left -= 1) < 0) return Promise.reject(new ChatServerAway());
    if (this.unusable !== null) return Promise.reject(new UnusableAddress(this.unusable));
    this.sent.push(message);
    return Promise.resolve();
  }
  override sendToRoom(room?: RoomRef, body?: string): Promise<void> {
    this.sent.push({ room, body });
    return Promise.resolve();
  }
}

const chatServer = new Mailbox();
let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({}, undefined, { chatServer });
  await api.call('POST', '/users', 'json', { username: 'ola', password: 'p1-secret' });
  await api.call('POST', '/groups', 'json', {
    name: 'Crew',
    admins: ['ola'],
    members: ['far@other.example'],
  });
  await api.call('POST', '/chatrooms', 'json', { roomName: 'tea' });
  await api.database.sql(
    `insert into group_member (group_name, jid, is_admin) values ('Crew', 'ghost@example.org', false)`,
  );
});
afterAll(() => api.stop());

const send = (path: string, body?: string | object, form: 'json' | 'xml' = 'json') =>
  api.call('POST', `/messages/${path}`, form, body);

it('go to a user, with subject and type', async () => {
  await api.audited();
  const reply = await send('users/OLA', { body: 'Tea?', subject: 'Break', type: ' Chat' });
  expect(reply).toMatchObject({ status: 201, text: '' });
  expect(reply.headers.location).toBeUndefined();
  const xml = '<message><body>Tea?</body></message>';
  expect((await send('users/ola', xml, 'xml')).status).toBe(201);
  expect((await send('users/ola', { body: 'Tea?', subject: '', type: '' })).status).toBe(201);
  const plain = { type: 'normal', subject: null, body: 'Tea?', to: ['ola@example.org'] };
  expect(chatServer.taken()).toEqual([{ ...plain, type: 'chat', subject: 'Break' }, plain, plain]);
  const [entry] = await api.audited();
  expect(entry!.summary).toBe('POST message to user OLA');
  expect(entry!.details).not.toMatch(/Tea|Break/);
});

it('go to the people of a group who exist or are foreign', async () => {
  expect((await send('groups/Crew', { body: 'Hello', type: 'headline' })).status).toBe(201);
  expect(chatServer.taken()).toEqual([
    {
      ...{ type: 'headline', subject: null, body: 'Hello' },
      to: ['far@other.example', 'ola@example.org'],
    },
  ]);
});

it('go to a room', async () => {
  expect((await send('chatrooms/Tea?servicename=conference', { body: 'Closed' })).status).toBe(201);
  expect(chatServer.taken()).toEqual([
    { room: { service: 'conference', room: 'tea' }, body: 'Closed' },
  ]);
});

it('are refused, and nothing is sent', async () => {
  const empty = badArgument('Message content/body is null or empty', '');
  for (const path of ['users/ghost', 'groups/none', 'chatrooms/none']) {
    expectError(await send(path, {}), 'json', empty);
  }
  const at = (path: string, message: string) => badArgument(message, `${ROOT}/messages/${path}`);
  const type = { body: 'x', type: 'groupchat' };
  for (const path of ['users/ghost', 'groups/none', 'chatrooms/none']) {
    const expected = at(path, 'Invalid value for type: groupchat');
    expectError(await send(path, type), 'json', expected);
  }
  expectError(
    await send('chatrooms/tea', { body: 'x', subject: 'y' }),
    'json',
    at('chatrooms/tea', 'Invalid value for subject: y'),
  );
  expectError(
    await send('users/ola', { body: 'x', subject: 'y'.repeat(256) }),
    'json',
    at('users/ola', 'Invalid value for subject: longer than 255 characters'),
  );
  expectError(await send('users/ghost', { body: 'x' }), 'json', noUser('ghost'));
  expectError(await send('groups/none', { body: 'x' }), 'json', noGroup('none'));
  expect((await send('chatrooms/none', { body: 'x' })).status).toBe(404);
  expect((await send('users/ola?dryRun=true', { body: 'x' })).status).toBe(201);
  expect(chatServer.taken()).toEqual([]);
});

it.each(forms)('are refused where nobody can have an address (I-8), as %s', async (form) => {
  const jid = 'rt\u07bc@example.org';
  const body = form === 'json' ? { body: 'x' } : '<message><body>x</body></message>';
  const refused = badArgument(`Unable to parse value as jid: ${jid}`, jid);
  chatServer.unusable = jid;
  for (const path of ['users/ola', 'groups/Crew'])
    expectError(await send(path, body, form), form, refused);
  chatServer.unusable = null;
  expect(chatServer.taken()).toEqual([]);
});

it('have a body of at most 65,536 bytes', async () => {
  const message = 'Invalid value for body: longer than 65536 bytes';
  for (const path of ['users', 'users/ola', 'groups/Crew', 'chatrooms/tea']) {
    const refused = badArgument(message, `${ROOT}/messages/${path}`);
    expect((await send(path, { body: 'ü'.repeat(32_768) })).status).toBe(201);
    expectError(await send(path, { body: 'ü'.repeat(32_768) + 'x' }), 'json', refused);
  }
  expect(chatServer.taken()).toHaveLength(3);
});

it('go to 10,000 people at most', async () => {
  const add = (from: number, to: number) =>
    api.database.sql(
      `insert into group_member (group_name, jid, is_admin)
       select 'All', 'user' || n || '@other.example', false from generate_series($1::integer, $2) n`,
      [from, to],
    );
  await api.call('POST', '/groups', 'json', { name: 'All' });
  await add(1, 10_000);
  expect((await send('groups/All', { body: 'x' })).status).toBe(201);
  const sent = chatServer.taken().map((message) => (message as PersonalMessage).to);
  expect(sent.map(({ length }) => length)).toEqual(Array(40).fill(250));
  expect(new Set(sent.flat()).size).toBe(10_000);
  await add(10_001, 10_001);
  expectError(
    await send('groups/All', { body: 'x' }),
    'json',
    refusal(400, 'IllegalArgumentException')(
      'Could not send the message, because the group has more than 10000 people',
      'All',
    ),
  );
  expect(chatServer.taken()).toEqual([]);
});

describe.each(['json', 'xml'] as const)('one in pieces that breaks off (CK-28), as %s', (form) => {
  const group = `Many-${form}`;
  const sent = () => chatServer.taken().flatMap((message) => (message as PersonalMessage).to);
  const members = async () =>
    (
      await api.database.sql(`select jid from group_member where group_name = $1 order by jid`, [
        group,
      ])
    ).map(({ jid }) => jid);
  const tell = (key: string | null, text = 'Fire') =>
    api.send('POST', `/messages/groups/${group}`, {
      headers: {
        Accept: `application/${form}`,
        'Content-Type': `application/${form}`,
        ...(key === null ? {} : { 'Idempotency-Key': key }),
      },
      body: form === 'json' ? { body: text } : `<message><body>${text}</body></message>`,
    });
  const breakOff = async (key: string | null, pieces: number) => {
    chatServer.left = pieces;
    const reply = await tell(key);
    chatServer.left = Infinity;
    return reply;
  };
  const away = (detail?: string) => ({
    status: 503,
    text: errorText(
      form,
      'ServiceUnavailableException',
      'The chat server cannot be reached',
      `${ROOT}/messages/groups/${group}`,
      detail,
    ),
  });

  beforeAll(async () => {
    await api.call('POST', '/groups', 'json', { name: group });
    await api.database.sql(
      `insert into group_member (group_name, jid, is_admin)
       select $1, 'user' || n || '@far.example', false from generate_series(1, 600) n`,
      [group],
    );
  });

  it('goes on with the key that it had, and reaches everybody once', async () => {
    const everybody = await members();
    const key = `${form}-on`;
    await api.audited();
    expect(await breakOff(key, 1)).toMatchObject(away('250 of 600 receivers have it'));
    expect(await breakOff(key, 1)).toMatchObject(away('500 of 600 receivers have it'));
    expect(await breakOff(key, 0)).toMatchObject(away('500 of 600 receivers have it'));
    expect((await tell(key, 'Water')).status).toBe(422);
    expect(sent()).toEqual(everybody.slice(0, 500));
    const done = await tell(key);
    expect(done).toMatchObject({ status: 201, text: '' });
    expect(done.headers['idempotency-replayed']).toBeUndefined();
    expect(sent()).toEqual(everybody.slice(500));
    const again = await tell(key);
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
    expect(sent()).toEqual([]);
    const outcomes = (await api.audited()).map(({ details }) => /outcome=(\d+)/.exec(details)?.[1]);
    expect(outcomes).toEqual(['503', '503', '503', '422', '201', '201']);
  });

  it('goes on behind the last who has it, whoever has come and gone', async () => {
    const key = `${form}-changed`;
    const everybody = await members();
    await breakOff(key, 1);
    sent();
    const gone = [everybody[0], everybody[249], everybody[300]];
    await api.database.sql(`delete from group_member where group_name = $1 and jid = any($2)`, [
      group,
      gone,
    ]);
    await api.database.sql(
      `insert into group_member (group_name, jid, is_admin) values ($1, 'zoe@far.example', false)`,
      [group],
    );
    expect((await tell(key)).status).toBe(201);
    const left = everybody.slice(250).filter((jid) => !gone.includes(jid));
    expect(sent()).toEqual([...left, 'zoe@far.example']);
  });

  it('is sent to all again without a key', async () => {
    const everybody = await members();
    expect(await breakOff(null, 2)).toMatchObject(
      away(`500 of ${everybody.length} receivers have it`),
    );
    sent();
    expect((await tell(null)).status).toBe(201);
    expect(sent()).toEqual(everybody);
  });

  it('says nothing of receivers when nobody has it', async () => {
    const reply = await breakOff(`${form}-none`, 0);
    expect(reply.status).toBe(503);
    expect(reply.text).not.toContain('detail');
    expect(sent()).toEqual([]);
  });

  it('is finished while the database takes no notes', async () => {
    const everybody = await members();
    const key = `${form}-deaf`;
    await api.database.sql(`
      create function refuse_note() returns trigger language plpgsql as
        $$ begin raise exception 'refused'; end $$;
      create trigger refuse before update of reached on idempotency_key
        for each row when (new.reached is not null) execute function refuse_note()`);
    expect((await tell(key)).status).toBe(201);
    await api.database.sql('drop function refuse_note cascade');
    expect(sent()).toEqual(everybody);
    expect((await tell(key)).headers['idempotency-replayed']).toBe('true');
    expect(sent()).toEqual([]);
  });
});
