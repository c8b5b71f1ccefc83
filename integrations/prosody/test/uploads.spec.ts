import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
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

  async function slot(filename: string, size: number, person = ann) {
    const wanted = xml('request', {
      ...{ xmlns: UPLOAD, filename, size: String(size), 'content-type': 'text/plain' },
    });
    const reply = (await person.get(wanted, await service())).getChild('slot', UPLOAD)!;
    const put = reply.getChild('put')!;
    return {
      put: String(put.attrs['url']),
      get: String(reply.getChild('get')!.attrs['url']),
      authorization: put.getChildText('header')!,
    };
  }

  const send = ({ put, authorization }: Awaited<ReturnType<typeof slot>>, body = 'x') =>
    fetch(put, { method: 'PUT', body, headers: { authorization } });

  /** The address of a file that somebody has sent. */
  async function sent(person: ChatClient): Promise<string> {
    const given = await slot('note.txt', 1, person);
    expect((await send(given)).status).toBe(201);
    return given.get;
  }

  const statusOf = async (url: string) => (await fetch(url)).status;
  const slotOf = (url: string) => new URL(url).pathname.split('/').at(-2)!;
  const nameOf = (url: string) =>
    `${slotOf(url).replace(/[^a-z0-9]/gi, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}.bin`;
  const onDisk = () =>
    readdir(
      join(
        world.prosody.directory,
        `upload%2e${world.domain.replace('.', '%2e')}`,
        'http_file_share',
      ),
    );
  const rowsOf = (...people: string[]) =>
    world.sql<{ with: string }>(
      `select "with" from prosody.prosodyarchive where store = 'uploads' and "with" = any ($1)`,
      [people.map((name) => `${name}@${world.domain}`)],
    );
  const isGone = (url: string) =>
    until('the bytes are gone', async () => !(await onDisk()).includes(nameOf(url)));

  it('are taken by a service below the domain, once, and given to whoever knows the address', async () => {
    expect(await service()).toBe(`upload.${world.domain}`);
    const body = 'grüße';
    const size = Buffer.byteLength(body);
    const { put, get, authorization } = await slot('note.txt', size);
    expect(new URL(put).origin).toBe(world.prosody.url);
    const file = { put, get, authorization };
    expect((await send(file, body)).status).toBe(201);
    expect((await send(file, body)).status).toBe(409);
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

  it('are known after a restart, but for those past their retention', async () => {
    const { put, get, authorization } = await slot('note.txt', 1);
    await send({ put, get, authorization });
    const old = await sent(ann);
    // as rules say: 7 days by default
    await world.sql(
      `update prosody.prosodyarchive set "when" = "when" - 8 * 86400 where store = 'uploads' and key = $1`,
      [slotOf(old)],
    );
    await world.prosody.stop();
    await ann.ended;
    await world.prosody.startAgain();
    await world.prosody.untilAttached();
    ann = await world.online('ann');
    expect(await (await fetch(get)).text()).toBe('x');
    await isGone(old);
    expect(await statusOf(old)).toBe(404);
    const [row] = await world.sql<{ host: string; with: string }>(
      `select host, "with" from prosody.prosodyarchive where store = 'uploads' limit 1`,
    );
    expect(row).toEqual({ host: `upload.${world.domain}`, with: ann.bareJid });
  });

  describe('of somebody whose account is deleted', () => {
    let bob: ChatClient;
    let url: string;
    beforeEach(async () => {
      await world.accounts('bob');
      bob = await world.online('bob');
      url = await sent(bob);
    });

    it('are given to nobody, and nobody uses what the account was allowed', async () => {
      const kept = await sent(ann);
      const [unused, begun] = [await slot('a.txt', 1, bob), await slot('b.txt', 2, bob)];
      const sending = request(begun.put, {
        method: 'PUT',
        headers: { authorization: begun.authorization, 'content-length': 2 },
      });
      const replied = once(sending, 'response') as Promise<[IncomingMessage]>;
      sending.write('x');
      await world.api.done('DELETE', '/users/bob');
      await isGone(url);
      expect([404, 410]).toContain(await statusOf(url));
      expect((await send(unused)).status).toBe(410);
      sending.end('y');
      expect((await replied)[0].statusCode).toBe(410);
      await until('nothing of it is left', async () =>
        (await onDisk()).every((name) => !name.startsWith(nameOf(begun.get))),
      );
      expect([404, 410]).toContain(await statusOf(begun.get));
      expect(await statusOf(kept)).toBe(200);
      expect(await rowsOf('bob')).toEqual([]);
    });

    it('go when the chat server is back', async () => {
      await world.prosody.stop();
      await ann.ended;
      const refused = await world.api.call('DELETE', `/files/${slotOf(url)}`);
      expect(refused.status).toBe(503);
      await world.api.done('DELETE', '/users/bob');
      // of one that was deleted before files went along
      await world.sql(
        `update prosody.prosodyarchive set "with" = 'zoe@' || $1
        where store = 'uploads' and key = (select max(key) from prosody.prosodyarchive where store = 'uploads')`,
        [world.domain],
      );
      expect(await rowsOf('zoe')).toHaveLength(1);
      expect(await onDisk()).toContain(nameOf(url));
      await world.prosody.startAgain();
      await world.prosody.untilAttached();
      await isGone(url);
      expect(await statusOf(url)).toBe(404);
      expect(await rowsOf('bob', 'zoe')).toEqual([]);
      await until(
        'the database has heard',
        async () => (await world.sql('select from departed_file')).length === 0,
      );
      ann = await world.online('ann');
    });
  });

  it('belong to the account under its new name, and to no other one of the old name', async () => {
    await world.accounts('kim');
    const url = await sent(await world.online('kim'));
    await world.api.done('PUT', '/users/kim', { username: 'kay' });
    await world.accounts('kim');
    expect(await rowsOf('kim', 'kay')).toEqual([{ with: `kay@${world.domain}` }]);
    await world.api.done('DELETE', '/users/kim');
    await world.api.done('GET', '/sessions');
    expect(await statusOf(url)).toBe(200);
    await world.api.done('DELETE', '/users/kay');
    await isGone(url);
  });

  it('that an administrator removes are gone with the answer', async () => {
    const [kept, url] = [await sent(ann), await sent(ann)];
    expect(await statusOf(url)).toBe(200);
    const id = slotOf(url);
    const unused = await slot('never.txt', 1);
    const list = await world.api.done('GET', '/files?user=ann&fields=id,there');
    const { files } = JSON.parse(list.text) as {
      readonly files: readonly { readonly id: string; readonly there: boolean }[];
    };
    expect(files.find((one) => one.id === id)?.there).toBe(true);
    expect(files.find((one) => unused.get.includes(one.id))?.there).toBe(false);
    await world.api.done('DELETE', `/files/${id}`);
    expect([await statusOf(url), await statusOf(kept)]).toEqual([410, 200]);
    expect(await onDisk()).not.toContain(nameOf(url));
    expect((await world.api.call('GET', `/files/${id}`)).status).toBe(404);
  });

  it('of a person have no more bytes than the quota, whoever takes them', async () => {
    const quota = (bytes: number) => ({ key: 'files.quota.bytes', value: String(bytes) });
    await world.accounts('max');
    const max = await world.online('max');
    await world.api.done('POST', '/system/properties', quota(3 * MIB));
    await slot('a.bin', 2 * MIB, max);
    await slot('b.bin', MIB, max);
    await expect(slot('c.bin', 1, max)).rejects.toMatchObject({
      condition: 'resource-constraint',
      message: expect.stringContaining('>Your quota of 3 MiB is used up<') as string,
    });
    await slot('d.bin', 1, ann);
    await world.api.done('PUT', '/system/properties/files.quota.bytes', quota(0));
    await slot('c.bin', 1, max);
  });
});
