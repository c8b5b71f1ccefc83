import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import type { ChatClient } from '../src/chat-client.js';
import { xml } from '../src/stanza.js';
import { World } from '../src/world.js';
import { discover, discoverItems, stopUnharmed } from './room-scene.js';

const suite = await suiteNeeds(describe, 'Files', ['prosody']);

const UPLOAD = 'urn:xmpp:http:upload:0';
const MIB = 1_048_576;

/** XEP-0363, as clients do it. */
suite('Files', () => {
  let world: World;
  let ann: ChatClient;

  beforeAll(async () => {
    world = await World.start();
    await world.accounts('ann');
    ann = await world.online('ann');
  });
  afterAll(() => stopUnharmed(world));

  /** The one service of the domain that takes files. */
  async function service(): Promise<string> {
    for (const jid of (await discoverItems(ann, world.domain)).items) {
      if ((await discover(ann, jid)).features.includes(UPLOAD)) return jid;
    }
    throw new Error('Nobody takes files');
  }

  async function slot(filename: string, size: number) {
    const request = xml('request', {
      ...{ xmlns: UPLOAD, filename, size: String(size), 'content-type': 'text/plain' },
    });
    const reply = (await ann.get(request, await service())).getChild('slot', UPLOAD)!;
    const put = reply.getChild('put')!;
    return {
      put: String(put.attrs['url']),
      get: String(reply.getChild('get')!.attrs['url']),
      authorization: put.getChildText('header')!,
    };
  }

  it('are taken by a service below the domain, once, and given to whoever knows the address', async () => {
    expect(await service()).toBe(`upload.${world.domain}`);
    const body = 'grüße';
    const size = Buffer.byteLength(body);
    const { put, get, authorization } = await slot('note.txt', size);
    expect(new URL(put).origin).toBe(world.prosody.url);
    const send = () => fetch(put, { method: 'PUT', body, headers: { authorization } });
    expect((await send()).status).toBe(201);
    expect((await send()).status).toBe(409);
    const reply = await fetch(get);
    expect([reply.status, await reply.text()]).toEqual([200, body]);
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('are refused without a slot, and above 10 MiB', async () => {
    const { put } = await slot('note.txt', 1);
    expect((await fetch(put, { method: 'PUT', body: 'x' })).status).toBe(401);
    await expect(slot('big.bin', 10 * MIB + 1)).rejects.toMatchObject({
      condition: 'not-acceptable',
    });
  });

  it('are known after a restart', async () => {
    const { put, get, authorization } = await slot('note.txt', 1);
    await fetch(put, { method: 'PUT', body: 'x', headers: { authorization } });
    await world.prosody.stop();
    await ann.ended;
    await world.prosody.startAgain();
    await world.prosody.untilAttached();
    ann = await world.online('ann');
    expect(await (await fetch(get)).text()).toBe('x');
    const [row] = await world.sql<{ host: string; with: string }>(
      `select host, "with" from prosody.prosodyarchive where store = 'uploads' limit 1`,
    );
    expect(row).toEqual({ host: `upload.${world.domain}`, with: ann.bareJid });
  });
});
