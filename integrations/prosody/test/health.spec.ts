import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { DOMAIN_MODULES } from '@chat-admin/prosody-server/prosody-modules';
import { World } from '../src/world.js';
import { complaintsOf } from './quiet-log.js';

const suite = await suiteNeeds(describe, 'The bridge', ['prosody']);

const HEALTH = '/bridge/health';
/** The runner says which one it has put on the PATH. */
const SERIES = new RegExp(`^(${process.env['TEST_PROSODY'] ?? '0\\.12|13\\.0'})\\.`);

suite('The bridge', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
    await world.accounts('ann');
  });
  afterAll(async () => {
    const complaints = world ? complaintsOf(world) : [];
    await world?.stop();
    expect(complaints).toEqual([]);
  });

  const listener = (kind: string, encrypted: boolean, port: number, accepting = true) => ({
    kind,
    encrypted,
    port,
    accepting,
  });

  it('reports the state of the server', async () => {
    const { clientPort, tlsPort, httpPort } = world.prosody.place;
    const clients = [
      await world.login('ann', { resource: 'one' }),
      await world.login('ann', { resource: 'two' }),
    ];
    const { status, body } = await world.prosody.bridge('GET', HEALTH);
    expect(status).toBe(200);
    expect(body).toEqual({
      node: expect.stringMatching(/./) as string,
      engine: 'prosody',
      version: expect.stringMatching(SERIES) as string,
      contract: 1,
      state: 'active',
      stock_expiry: [],
      epoch: expect.any(Number) as number,
      domain: 'example.org',
      started_at: expect.any(Number) as number,
      sessions: 2,
      users: 1,
      rooms: 0,
      occupants: 0,
      listeners: expect.any(Array) as unknown[],
      modules: expect.arrayContaining([...DOMAIN_MODULES, 'pep']) as unknown[],
      database: {
        attached: true,
        calls: expect.any(Number) as number,
        errors: 0,
        reconnects: 0,
        slowest_ms: expect.any(Number) as number,
      },
    });
    const { listeners } = body as { listeners: object[] };
    expect(listeners).toHaveLength(3);
    expect(listeners).toEqual(
      expect.arrayContaining([
        listener('c2s', false, clientPort),
        listener('c2s', true, tlsPort),
        listener('bosh', false, httpPort),
      ]),
    );
    await Promise.all(clients.map((client) => client.close()));
  });

  it.each(['SOCKET_C2S', 'SOCKET_S2S', 'BOSH_C2S', 'COMPONENT'])(
    'makes the service ready for %s',
    async (type) => {
      for (const encrypted of ['true', 'false']) {
        const path = `/system/readiness/connections/${type}/${encrypted}`;
        expect((await world.api.call('GET', path)).status).toBe(200);
      }
    },
  );

  it('refuses requests without the token', async () => {
    for (const token of ['', 'another', 'token-of-the-test', 'token-of-the-tests2']) {
      const { status } = await world.prosody.bridge('GET', HEALTH, undefined, token);
      expect(status).toBe(401);
    }
    const without = await fetch(`${world.prosody.url}/bridge/sessions`);
    expect(without.status).toBe(401);
    expect(world.prosody.output()).not.toContain('token-of-the-tests');
  });

  it('refuses requests from elsewhere, even through a proxy', async () => {
    const reply = await fetch(`${world.prosody.url}${HEALTH}`, {
      headers: { authorization: 'Bearer token-of-the-tests', 'x-forwarded-for': '192.0.2.7' },
    });
    expect(reply.status).toBe(403);
  });

  it('knows no other paths', async () => {
    for (const path of ['/bridge/', '/bridge/nothing', '/bridge/sessions/close']) {
      expect((await world.prosody.bridge('GET', path)).status).toBe(404);
    }
    expect((await world.prosody.bridge('POST', HEALTH)).status).toBe(404);
  });

  it.each([
    ['/bridge/users', {}],
    ['/bridge/users', { usernames: ['ann'] }],
    ['/bridge/users', { usernames: ['ann'], event: 'promoted' }],
    ['/bridge/users', { usernames: ['ann'], event: {} }],
    ['/bridge/users', { usernames: 'ann', event: 'locked' }],
    ['/bridge/users', { usernames: [1], event: 'locked' }],
    ['/bridge/users', { usernames: { ann: 'ann' }, event: 'locked' }],
    ['/bridge/rosters', {}],
    ['/bridge/rosters', { usernames: [''] }],
    ['/bridge/rosters', { usernames: [['ann']] }],
    ['/bridge/rosters', { usernames: [null, 'ann'] }],
    ['/bridge/sessions/close', {}],
    ['/bridge/sessions/close', { username: 1 }],
    ['/bridge/sessions/close', { username: null }],
    ['/bridge/broadcast', {}],
    ['/bridge/broadcast', { body: '' }],
    ['/bridge/broadcast', { body: ['a'] }],
  ])('refuses invalid requests: %s %j', async (path, body) => {
    const reply = await world.prosody.bridge('POST', path, body);
    expect(reply).toEqual({ status: 400, body: { error: expect.any(String) as string } });
  });

  it.each([
    '[]',
    '"text"',
    '1',
    '{',
    '{"usernames":',
    'null',
    `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
    '\u0000',
  ])('refuses bodies that are not a JSON object', async (body) => {
    const reply = await fetch(`${world.prosody.url}/bridge/rosters`, {
      method: 'POST',
      headers: { authorization: 'Bearer token-of-the-tests' },
      body,
    });
    expect(reply.status).toBe(400);
  });

  it('treats invalid names as those of nobody', async () => {
    const usernames = ['a b', '@', 'x'.repeat(3000), 'a\u0000b'];
    const users = { usernames, event: 'locked' };
    const none = { status: 200, body: { closed: 0 } };
    expect(await world.prosody.bridge('POST', '/bridge/users', users)).toEqual(none);
    for (const username of usernames) {
      expect(await world.prosody.bridge('POST', '/bridge/sessions/close', { username })).toEqual(
        none,
      );
    }
    expect(await world.prosody.bridge('GET', '/bridge/sessions?user=%00%ff&user=x')).toEqual({
      status: 200,
      body: { sessions: [] },
    });
  });

  it('can be repeated without harm', async () => {
    for (const event of ['created', 'password', 'unlocked', 'vcard', 'locked', 'locked']) {
      const users = { usernames: ['ann'], event };
      const { status } = await world.prosody.bridge('POST', '/bridge/users', users);
      expect(status).toBe(200);
    }
  });
});

suite('A listener that cannot be opened', () => {
  it('is not ready', async () => {
    const nowhere = { certificate: '/nowhere/cert.pem', key: '/nowhere/key.pem' };
    const world = await World.start({ prosody: { c2s_direct_tls_ssl: nowhere } });
    try {
      const ready = async (encrypted: boolean) =>
        (
          await world.api.call(
            'GET',
            `/system/readiness/connections?connectionType=SOCKET_C2S&encrypted=${encrypted}`,
          )
        ).status;
      expect(await ready(true)).toBe(503);
      expect(await ready(false)).toBe(200);
    } finally {
      await world.stop();
    }
  });
});
