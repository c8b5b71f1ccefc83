import { prosodyOfDebian13 } from '@chat-admin/debian-programs/debian-13';
import { suiteWith } from '@chat-admin/debian-programs/suite-needs';
import { DISABLED_MODULES } from '@chat-admin/prosody-server/prosody-modules';
import { Device, type LoginRefused } from '../src/transport.js';
import { xml } from '../src/stanza.js';
import { passwordOf, World } from '../src/world.js';
import { GoSendxmpp } from './second-client/go-sendxmpp.js';

const TITLE = 'SASL2, Bind 2 and FAST';
const [suite, debian13] = await suiteWith(describe, TITLE, prosodyOfDebian13);
const TOKEN = 'HT-SHA-256-NONE';
const PASSWORD = 'SCRAM-SHA-256';

suite(TITLE, () => {
  let world: World;
  const names = (function* () {
    for (let number = 1; ; number++) yield `user${number}`;
  })();

  beforeAll(async () => {
    world = await World.start({
      programs: [debian13!],
      prosody: { modules_disabled: DISABLED_MODULES },
    });
  });
  afterAll(() => world?.stop());

  /** A new account, logged in at a device that has got a token. */
  async function somebody() {
    const username = names.next().value as string;
    const device = new Device();
    await world.accounts(username);
    const client = await world.login(username, { device });
    expect(device).toMatchObject({ mechanisms: [PASSWORD], token: { mechanism: TOKEN } });
    return { username, device, client };
  }

  /** Nothing but the token lets this device in. */
  const withToken = (username: string, device: Device) =>
    world.login(username, { device, password: 'not the password' });

  async function refused(username: string, device: Device): Promise<string> {
    device.mechanisms.length = 0;
    const refusal = await withToken(username, device).then(
      () => 'let in',
      (error: LoginRefused) => error.condition,
    );
    expect(device.mechanisms[0]).toBe(TOKEN);
    return refusal;
  }

  const rows = async (username: string) =>
    (
      await world.sql<{ key: string }>(
        `select key from prosody.prosody where "user" = $1 and store = 'fast_tokens' order by key`,
        [username],
      )
    ).map(({ key }) => key.slice(-3));

  it('log in with a token, and bind a resource on the way', async () => {
    const { username, device, client } = await somebody();
    await client.close();
    const again = await withToken(username, device);
    expect(device.mechanisms).toEqual([PASSWORD, TOKEN]);
    expect(await rows(username)).toEqual(['cur']);
    const { sessions } = (await world.api.done('GET', `/sessions/${username}`)).json<{
      sessions: { sessionId: string }[];
    }>();
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual([again.jid]);
    await again.close();
  });

  it('name the resource after what the client calls itself', async () => {
    const { username, device, client } = await somebody();
    await client.close();
    const again = await world.login(username, { device, resource: 'desk' });
    expect(again.jid).toMatch(new RegExp(`^${username}@example.org/desk~.{12}$`));
    const newer = await world.login(username, { device, resource: 'desk' });
    expect(newer.jid).toBe(again.jid); // the same device
    await newer.close();
  });

  it('allow large stanzas after the login', async () => {
    const { client } = await somebody();
    const text = 'x'.repeat(50_000);
    await client.send(xml('message', { to: client.jid, type: 'chat' }, xml('body', {}, text)));
    await client.nextMessage((message) => message.getChildText('body') === text);
    await client.close();
  });

  it('end with a lockout, for good', async () => {
    const { username, device, client } = await somebody();
    await world.api.done('POST', `/lockouts/${username}`);
    expect(await client.ended).toBe('not-authorized');
    expect(await rows(username)).toEqual([]);
    expect(await refused(username, device)).toBe('account-disabled');
    await world.api.done('DELETE', `/lockouts/${username}`);
    expect(await refused(username, device)).toBe('not-authorized');
    await (await world.login(username, { device })).close();
  });

  it('end with the password, changed by the API', async () => {
    const { username, device, client } = await somebody();
    await world.api.done('PUT', `/users/${username}`, { password: 'another' });
    expect(await rows(username)).toEqual([]);
    expect(await refused(username, device)).toBe('not-authorized');
    await client.get(xml('ping', { xmlns: 'urn:xmpp:ping' })); // sessions stay
    await client.close();
  });

  it('end with the password, changed by its owner', async () => {
    const { username, device, client } = await somebody();
    await client.set(
      xml(
        'query',
        { xmlns: 'jabber:iq:register' },
        ...[xml('username', {}, username), xml('password', {}, 'another')],
      ),
    );
    expect(await rows(username)).toEqual([]);
    expect(await refused(username, device)).toBe('not-authorized');
    await client.close();
  });

  it('end with the account', async () => {
    const { username, device, client } = await somebody();
    await world.api.done('DELETE', `/users/${username}`);
    expect(await client.ended).toBe('not-authorized');
    expect(await refused(username, device)).toBe('not-authorized');
    await world.accounts(username);
    expect(await refused(username, device)).toBe('not-authorized');
  });

  it('end with the name', async () => {
    const { username, device, client } = await somebody();
    const renamed = `${username}-renamed`;
    await world.api.done('PUT', `/users/${username}`, { username: renamed });
    expect(await client.ended).toBe('not-authorized');
    expect(await rows(renamed)).toEqual([]);
    expect(await refused(renamed, device)).toBe('not-authorized');
    expect(await refused(username, device)).toBe('not-authorized');
  });

  it('are there for a second client, go-sendxmpp', async () => {
    const { client } = await somebody();
    await world.accounts('gopher');
    const gopher = await GoSendxmpp.at(world, debian13!, 'gopher', passwordOf('gopher'));
    try {
      await client.available();
      await gopher.send(client.bareJid, 'with a password');
      await client.nextMessage((message) => message.getChildText('body') === 'with a password');
      expect(await rows('gopher')).toEqual(['new']);
      await gopher.send(client.bareJid, 'with a token');
      await client.nextMessage((message) => message.getChildText('body') === 'with a token');
      expect(await rows('gopher')).toEqual(['cur']);
      await world.api.done('PUT', '/users/gopher', { password: 'another' });
      await expect(gopher.send(client.bareJid, 'with neither')).rejects.toThrow('not-authorized');
      gopher.password = 'another';
      await gopher.send(client.bareJid, 'with the new password');
      await client.nextMessage(
        (message) => message.getChildText('body') === 'with the new password',
      );
      await world.api.done('POST', '/lockouts/gopher');
      await expect(gopher.send(client.bareJid, 'locked')).rejects.toThrow('account-disabled');
    } finally {
      await gopher.remove();
    }
  });
});
