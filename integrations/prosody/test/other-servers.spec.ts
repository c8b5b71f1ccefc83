import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stablePort } from '@chat-admin/processes/stable-port';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { ChatClient } from '../src/chat-client.js';
import { type Stanza, xml } from '../src/stanza.js';
import { StockProsody } from '../src/stock-prosody.js';
import { passwordOf, World } from '../src/world.js';
import { becomeContacts } from './contacts.js';
import { startDns } from './dns-server.js';
import { aRoom, saying, stopUnharmed } from './room-scene.js';

const suite = await suiteNeeds(describe, 'Other servers', ['prosody', 'lua-unbound']);

const OTHER = 'example.net';

/** Two Prosody on one machine, which find each other by DNS and trust each other's certificates. */
suite('Other servers', () => {
  let world: World;
  let other: StockProsody;
  let ann: ChatClient;
  let zoe: ChatClient | null = null;
  let dns: Awaited<ReturnType<typeof startDns>> | null = null;

  beforeAll(async () => {
    world = await World.start();
    await world.accounts('ann');
    other = await StockProsody.prepare(OTHER, { zoe: passwordOf('zoe') });
  });
  afterAll(async () => {
    await zoe?.close();
    await stopUnharmed(world);
    await other?.remove();
    dns?.stop();
  });

  const write = (from: ChatClient, to: string, text: string) =>
    from.send(xml('message', { to, type: 'chat' }, xml('body', {}, text)));
  const isError = ({ attrs }: Stanza) => attrs['type'] === 'error';

  it('are not talked to as shipped', async () => {
    ann = await world.online('ann');
    await write(ann, `zoe@${OTHER}`, 'anybody there?');
    const reply = await ann.nextMessage(isError);
    expect(reply.getChild('error')?.toString()).toContain('not-allowed');
    await ann.close();
  });

  it('are talked to when the operator has switched that on, and see each other as contacts', async () => {
    const serverPort = await stablePort();
    dns = await startDns({
      [world.domain]: serverPort,
      [`conference.${world.domain}`]: serverPort,
      [OTHER]: other.serverPort,
    });
    const authorities = join(world.prosody.directory, 'authorities.pem');
    const own = await readFile(world.prosody.certificate, 'utf8');
    await writeFile(authorities, own + other.certificate);
    const both = (domain: string) => `
      s2s_secure_auth = true
      ssl = {
        certificate = "certificates/${domain}.crt";
        key = "certificates/${domain}.key";
        cafile = "${authorities}";
      }
      unbound = {
        resolvconf = false;
        hoststxt = false;
        forward = "127.0.0.1@${dns!.port}";
        options = { ["do-not-query-localhost:"] = "no" };
      }`;
    await other.start(both(OTHER));
    await world.prosody.restartWith(`
      modules_disabled = {}
      s2s_ports = { ${serverPort} }
      ${both(world.domain)}`);
    ann = await world.online('ann');
    zoe = await ChatClient.login('websocket', other.place, {
      username: 'zoe',
      password: passwordOf('zoe'),
    });
    await zoe.available();
    await write(ann, zoe.bareJid, 'over the wire');
    await zoe.nextMessage(saying('over the wire'));
    await write(zoe, ann.bareJid, 'and back');
    await ann.nextMessage(saying('and back'));

    await becomeContacts(ann, zoe);
    const reply = await world.api.done('GET', '/users/ann/roster');
    expect(reply.json()).toMatchObject({
      rosterItem: [{ jid: zoe.bareJid, subscriptionType: 3 }],
    });
  });

  it('bring people into rooms, where the API sees them', async () => {
    const room = await aRoom(world, { membersOnly: true, logEnabled: true });
    await expect(zoe!.join(room.jid, 'Zoe')).rejects.toMatchObject({
      condition: 'registration-required',
    });
    await world.api.done('POST', room.path(`/members/${zoe!.bareJid}`));
    await zoe!.join(room.jid, 'Zoe');
    await zoe!.say(room.jid, 'hello from afar');
    expect(await room.occupants()).toMatchObject([
      { userAddress: zoe!.jid, affiliation: 'member' },
    ]);
    expect(await room.history()).toMatchObject([{ body: 'hello from afar' }]);
  });

  it('are listed among the listeners', async () => {
    const path = '/system/readiness/connections/SOCKET_S2S/false';
    expect((await world.api.call('GET', path)).status).toBe(200);
    expect((await world.prosody.bridge('GET', '/bridge/health')).body).toMatchObject({
      listeners: expect.arrayContaining([
        expect.objectContaining({ kind: 's2s', accepting: true }),
      ]) as object,
    });
  });
});
