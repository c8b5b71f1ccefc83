import { errorText, forms, TestApi } from '../support/test-api.js';
import type { Form, Reply } from '../support/test-api.js';

let api: TestApi;

beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

interface Shown {
  readonly id: string;
  readonly type: string;
  readonly object: string;
  readonly [member: string]: unknown;
}

const get = (query: string, form: Form = 'json') => api.call('GET', `/events${query}`, form);
const shown = (reply: Reply) => (JSON.parse(reply.text) as { events: Shown[] }).events;

/** All events after an id once one of them is of this object. */
async function until(object: string, after: string | null = null): Promise<readonly Shown[]> {
  for (;;) {
    const events = shown(await get(`?limit=1000${after === null ? '' : `&after=${after}`}`));
    if (events.some((event) => event.object === object)) return events;
  }
}

const last = async () => {
  const name = `mark${Math.random().toString(36).slice(2)}`;
  await api.call('POST', '/groups', 'json', { name });
  return (await until(`/groups/${name}`)).at(-1)!.id;
};

it('shows what has been changed, by whom, in JSON and XML', async () => {
  const after = await last();
  await api.call('POST', '/users', 'json', { username: 'ola', password: 'p1-secret' });
  await api.call('PUT', '/users/ola', 'json', { username: 'bo', name: 'Bo' });
  const events = await until('/users/bo', after);
  expect(events).toMatchObject([
    { type: 'user.created', object: '/users/ola', actor: 'secret', source: 'api', changed: [] },
    expect.anything(),
    expect.anything(),
  ]);
  expect(events.find(({ type }) => type === 'user.renamed')).toMatchObject({
    object: '/users/bo',
    previous: '/users/ola',
    changed: ['username'],
    added: [],
    removed: [],
  });
  const xml = await get(`?after=${after}&limit=1`, 'xml');
  expect(xml.text).toMatch(
    /<events><event><id>\d+<\/id><type>user.created<\/type><timestamp>[^<]+<\/timestamp><actor>secret<\/actor><source>api<\/source><request>[^<]+<\/request><object>\/users\/ola<\/object><changed\/><added\/><removed\/><\/event><\/events>$/,
  );
});

it('names fields and groups as documents do', async () => {
  await api.call('POST', '/groups', 'json', { name: 'Crew' });
  await api.call('POST', '/chatrooms', 'json', { roomName: 'tearoom', persistent: true });
  const after = await last();
  await api.call('PATCH', '/chatrooms/tearoom', 'json', undefined);
  const patch = {
    allowPM: 'none',
    canAnyoneDiscoverJID: true,
    subject: 'Tea',
    memberGroups: ['Crew'],
  };
  const patched = await api.send('PATCH', '/chatrooms/tearoom', {
    headers: { 'Content-Type': 'application/merge-patch+json' },
    body: patch,
  });
  expect(patched.status).toBe(200);
  const object = '/chatrooms/tearoom?servicename=conference';
  const [event] = (await until(object, after)).filter((one) => one.object === object);
  expect(event).toMatchObject({
    type: 'room.updated',
    changed: ['subject', 'canAnyoneDiscoverJID', 'allowPM'],
    added: [expect.stringMatching(/^member:[a-z0-9=]+@example.org\/[0-9a-f]{32}$/)],
  });
});

it('is always paged, and links to what follows', async () => {
  const after = await last();
  for (const name of ['one', 'two', 'three']) await api.call('POST', '/groups', 'json', { name });
  await until('/groups/three', after);
  const first = await get(`?types=group.*&limit=2&after=${after}`);
  const link = first.headers['link'];
  expect(shown(first).map(({ object }) => object)).toEqual(['/groups/one', '/groups/two']);
  const next = String(link).match(/^<(.*)>; rel="next"$/)![1]!;
  const second = await api.sendTo('GET', next, { headers: { Accept: 'application/json' } });
  expect(shown(second).map(({ object }) => object)).toEqual(['/groups/three']);
  expect(second.headers['link']).toBeUndefined();
});

it.each(forms)('refuses what is not given yet, and what cannot be read, in %s', async (form) => {
  const future = '99999999999999999999';
  const gone = await get(`?after=${future}`, form);
  const text = 'The event has not happened yet';
  expect([gone.status, gone.text]).toEqual([
    410,
    errorText(form, 'EventsGoneException', text, future),
  ]);
  for (const [name, value] of [
    ...['', 'x', '-1', '1.5'].map((one) => ['after', one] as const),
    ...['', '0', '1001', 'x'].map((one) => ['limit', one] as const),
    ...['user', 'user.nope', 'x.*', 'user.created,'].map((one) => ['types', one] as const),
  ]) {
    const reply = await get(`?${name}=${value}`, form);
    expect([name, value, reply.status]).toEqual([name, value, 400]);
    expect(reply.text).toContain(`Invalid value for parameter ${name}: ${value}`);
  }
});

it('says what is no longer kept', async () => {
  const after = await last();
  await api.database.sql(
    `update event set occurred_at = now() - interval '8 days' where id <= $1`,
    [after],
  );
  expect(await api.app.persistence.eventLog.forget(7, 10_000)).toBe(Number(after));
  const reply = await get('?after=0');
  expect([reply.status, reply.text]).toEqual([
    410,
    errorText('json', 'EventsGoneException', `Events up to ${after} are no longer kept`, '0'),
  ]);
  expect((await get(`?after=${after}`)).status).toBe(200);
  expect((await get('')).status).toBe(200);
  const webhook = { url: 'https://hooks.example.org/', types: ['user.deleted'] };
  const { id } = JSON.parse((await api.call('POST', '/webhooks', 'json', webhook)).text) as {
    id: string;
  };
  const { headers } = await api.call('POST', `/webhooks/${id}/replay?after=0`, 'json');
  expect(headers['x-error-code']).toBe('events-gone');
  await api.call('DELETE', `/webhooks/${id}`, 'json');
});

it('shows events of readable things only', async () => {
  const key = async (...scopes: string[]) => {
    const reply = await api.call('POST', '/keys', 'json', {
      name: scopes.join('-').replaceAll(/[:*]/g, '.'),
      scopes,
    });
    return `Bearer ${(JSON.parse(reply.text) as { token: string }).token}`;
  };
  const after = await last();
  await api.call('POST', '/users', 'json', { username: 'eve', password: 'p1-secret' });
  await api.call('POST', '/groups', 'json', { name: 'Seen' });
  await until('/groups/Seen', after);
  const authorization = await key('events:read', 'groups:read');
  const ask = (query: string, as = authorization) =>
    api.send('GET', `/events?after=${after}${query}`, {
      headers: { Accept: 'application/json' },
      authorization: as,
    });
  expect(shown(await ask('')).map(({ type }) => type)).toEqual(['group.created']);
  expect(shown(await ask('&types=user.*'))).toEqual([]);
  const refused = await ask('&types=group.created,user.created');
  expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
    403,
    { exception: 'ForbiddenException', message: 'The scope users:read is needed' },
  ]);
  expect((await ask('', await key('groups:read'))).status).toBe(403);
});
