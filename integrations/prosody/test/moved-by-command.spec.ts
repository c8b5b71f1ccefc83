import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp, type App } from '@chat-admin/api/app';
import { ApiConfig } from '@chat-admin/api/config';
import { API_ROOT } from '@chat-admin/api/http/api-root';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import {
  TEST_DOMAIN,
  TEST_SECRET,
  testDatabase,
} from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';
import { Api } from '../src/api.js';
import type { ChatClient } from '../src/chat-client.js';
import { xml } from '../src/stanza.js';
import { World } from '../src/world.js';
import { command, importInto, stopServices } from './import-command.js';

const suite = await suiteNeeds(describe, 'Moved in by the command', ['prosody']);

suite('Moved in by the command', () => {
  let world: World;
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'moved-'));
    world = await World.start();
    await stopServices(world);
  });
  afterEach(async () => {
    await world.stop();
    await rm(folder, { recursive: true });
  });

  const moving = (form: 'openfire' | 'xep-0227', source: string, ...more: readonly string[]) => {
    const words = ['--source', source, '--report', join(folder, 'report'), '--progress', 'none'];
    const reading = [...words, '--on-conflict', 'replace', ...more];
    return (action: string) =>
      importInto(world, [form, action, ...(action === 'finish' ? [] : reading)]);
  };
  const codes = async () => {
    const text = await readFile(join(folder, 'report'), 'utf8');
    const entries = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { code: string });
    return new Set(entries.map(({ code }) => code));
  };

  it('from a running server: people, contacts, groups, rooms, with new passwords', async () => {
    const old = await OldServer.start();
    try {
      const secret = join(folder, 'secret');
      const passwords = join(folder, 'passwords');
      await writeFile(secret, TEST_SECRET);
      const more = ['--secret-file', secret, '--new-passwords', passwords];
      const act = moving('openfire', old.address, ...more);
      await old.writesNames('old');
      expect(await act('copy')).toMatchObject({ code: 3 });
      expect(await codes()).toEqual(
        new Set([
          'kind-missing',
          'message-id-new',
          'password-new',
          'property-dropped',
          'property-proposed',
        ]),
      );
      for (const names of ['both', 'new'] as const) {
        await old.writesNames(names);
        expect((await act('catch-up')).output).toMatch(/^accounts +3 +0 +0 +0$/m);
      }
      expect(await act('verify')).toMatchObject({ code: 0 });
      await world.prosody.startAgain();
      await until('Prosody says why it waits', () =>
        world.prosody.output().includes('An import into the database is running'),
      );
      const written = await command(world.databaseUrl, ['property', 'set', 'x.y', 'z']);
      expect(written).toMatchObject({
        code: 75,
        output: expect.stringContaining('An import is running') as string,
      });
      expect(await act('finish')).toMatchObject({ code: 0 });
      await world.prosody.untilAttached();
      const lines = (await readFile(passwords, 'utf8')).trim().split('\n');
      const given = new Map(lines.map((line) => line.split(':') as [string, string]));
      const ola = await world.login('ola', { password: given.get('ola')! });
      await ola.available();
      await expect(contactsOf(ola)).resolves.toEqual([
        ['kim@example.org', 'both'],
        ['lee@example.org', 'both'],
      ]);
      await ola.join('garden@conference.example.org', 'Ola');
      const line = await ola.nextMessage((stanza) => stanza.getChildText('body') === 'Water them');
      expect(line.attrs['from']).toBe('garden@conference.example.org/Kim');
      await ola.close();
    } finally {
      await old.stop();
    }
  });

  it('from this product: what it has written, with the old passwords', async () => {
    const old = await OldServer.start();
    try {
      const out = (form: string) => join(folder, form);
      for (const form of ['ndjson', 'xep-0227']) {
        const done = await command(old.url, ['export', form, '--out', out(form)]);
        expect(done).toMatchObject({ code: 0 });
      }
      const kinds = ['--only', 'users,groups,services,rooms,messages'];
      const rows = ['import', 'ndjson', '--source', out('ndjson'), ...kinds];
      expect(await command(world.databaseUrl, rows)).toMatchObject({ code: 0 });
      const act = moving('xep-0227', join(out('xep-0227'), 'index.xml'), '--except', 'accounts');
      expect(await act('copy')).toMatchObject({ code: 3 });
      expect(await codes()).toEqual(new Set(['kind-missing']));
      expect(await act('verify')).toMatchObject({ code: 0 });
      expect(await act('finish')).toMatchObject({ code: 0 });
    } finally {
      await old.stop();
    }
    await world.prosody.startAgain();
    await world.prosody.untilAttached();
    for (const mechanism of ['SCRAM-SHA-1', 'SCRAM-SHA-256', 'PLAIN'] as const) {
      await (await world.login('kim', { password: PASSWORD, mechanism })).close();
    }
    await expect(world.login('kim', { password: 'another' })).rejects.toThrow();
    const ola = await world.login('ola', { password: PASSWORD });
    await ola.available();
    await expect(contactsOf(ola)).resolves.toEqual([
      ['kim@example.org', 'both'],
      ['lee@example.org', 'both'],
    ]);
    await ola.join('garden@conference.example.org', 'Ola');
    await ola.nextMessage((stanza) => stanza.getChildText('body') === 'Water them');
    await ola.close();
  });

  it('from files of Prosody, ejabberd and Openfire: the old passwords, and what waits', async () => {
    const file = join(folder, 'all.xml');
    await writeFile(file, EXPORTED);
    const act = moving('xep-0227', file);
    expect(await act('check')).toMatchObject({ code: 0 });
    const copied = await act('copy');
    expect(copied).toMatchObject({ code: 3 });
    expect(copied.output).toMatch(/^accounts +4 +0 +4 +0$/m);
    expect(await act('verify')).toMatchObject({ code: 0 });
    expect(await act('finish')).toMatchObject({ code: 0 });
    await world.prosody.startAgain();
    await world.prosody.untilAttached();
    // one account has no SHA-256, so that it is offered to nobody
    for (const username of ['pia', 'eva', 'ora'] as const) {
      const password = PASSWORDS[username];
      const client = await world.login(username, { password, mechanism: 'SCRAM-SHA-1' });
      await client.close();
    }
    await expect(
      world.login('nob', { password: 'nob', mechanism: 'SCRAM-SHA-1' }),
    ).rejects.toThrow();
    const eva = await world.login('eva', { password: PASSWORDS.eva, mechanism: 'SCRAM-SHA-1' });
    const asked = eva.nextPresence((stanza) => stanza.attrs['type'] === 'subscribe');
    const waiting = eva.nextMessage((stanza) => stanza.getChildText('body') === 'Are you there?');
    await eva.available();
    expect((await asked).attrs['from']).toBe('ora@example.org');
    expect((await waiting).attrs['from']).toBe('pia@example.org/desk');
    const blocked = await eva.get(xml('blocklist', 'urn:xmpp:blocking'));
    expect(blocked.getChild('blocklist')!.getChildren('item')[0]!.attrs['jid']).toBe(
      'spam@other.example',
    );
    const query = xml('query', 'jabber:iq:private', xml('notes', 'urn:example:notes'));
    const notes = await eva.get(query);
    expect(notes.getChild('query')!.getChild('notes')!.getChildText('note')).toBe('Buy milk');
    await eva.close();
  });
});

/** JIDs and subscriptions. */
async function contactsOf(client: ChatClient): Promise<readonly string[][]> {
  const roster = await client.get(xml('query', 'jabber:iq:roster'));
  const items = roster.getChild('query')!.getChildren('item');
  return items.map(({ attrs }) => [`${attrs['jid']}`, `${attrs['subscription']}`]).sort();
}

/** Of all people there, who are to log in with it here. */
const PASSWORD = 'nobody sees it';

/** This product, as the server that people leave. */
class OldServer {
  private constructor(
    private readonly database: TestDatabase,
    private readonly app: App,
    private readonly api: Api,
    readonly address: string,
  ) {}

  get url(): string {
    return this.database.url;
  }

  static async start(): Promise<OldServer> {
    const database = await testDatabase();
    const app = await createApp(
      Object.assign(new ApiConfig(), {
        ...{ port: 0, managementPort: 0, databasePoolSize: 4, databaseUrl: database.url },
        ...{ xmppDomain: TEST_DOMAIN, logLevel: 'silent', scramIterations: 4096 },
      }),
    );
    const { url } = await app.listen();
    const api = new Api(url, TEST_SECRET);
    for (const username of ['ola', 'kim', 'lee']) {
      await api.done('POST', '/users', { username, password: PASSWORD });
    }
    for (const [owner, contact] of [
      ['ola', 'kim'],
      ['kim', 'ola'],
    ]) {
      const item = { jid: `${contact}@${TEST_DOMAIN}`, nickname: contact, subscriptionType: 3 };
      await api.done('POST', `/users/${owner}/roster`, item);
    }
    const people = { members: ['ola', 'lee'], admins: [] };
    await api.done('POST', '/groups', { name: 'Crew', description: '', shared: true, ...people });
    await api.done('POST', '/chatrooms', {
      ...{ roomName: 'garden', naturalName: 'Garden', description: 'Beds', logEnabled: true },
      persistent: true,
      owners: [`ola@${TEST_DOMAIN}`],
    });
    const client = new pg.Client(database.url);
    await client.connect();
    await client.query(`
      insert into room_message (room_id, sent_at, nickname, sender, body, stanza)
      select id, now() - interval '1 minute', 'Kim', 'kim@${TEST_DOMAIN}/desk', 'Water them',
        '<message type="groupchat" id="m1"><body>Water them</body></message>' from room`);
    await client.end();
    return new OldServer(database, app, api, new URL(API_ROOT, url).href);
  }

  writesNames(value: 'old' | 'both' | 'new'): Promise<unknown> {
    const key = 'plugin.restapi.json.names';
    return this.api.done('POST', '/system/properties', { key, value });
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.database.drop();
  }
}

const PASSWORDS = { pia: 'stored by Prosody', eva: 'of ejabberd', ora: 'in the open' } as const;

function keysOf(password: string) {
  const salt = Buffer.from('salt of the file');
  const salted = pbkdf2Sync(password, salt, 4096, 20, 'sha1');
  const hmac = (text: string) => createHmac('sha1', salted).update(text).digest();
  const stored = createHash('sha1').update(hmac('Client Key')).digest();
  const base64 = (bytes: Buffer) => bytes.toString('base64');
  return { salt: base64(salt), stored: base64(stored), server: base64(hmac('Server Key')) };
}
const PIA = keysOf(PASSWORDS.pia);
const EVA = keysOf(PASSWORDS.eva);

const EXPORTED = `<?xml version='1.0' encoding='UTF-8'?>
<server-data xmlns='urn:xmpp:pie:0'><host jid='${TEST_DOMAIN}'>
  <user name='pia'>
    <scram-credentials xmlns='urn:xmpp:pie:0#scram' mechanism='SCRAM-SHA-1'><iter-count>4096</iter-count><salt>${PIA.salt}</salt><server-key>${PIA.server}</server-key><stored-key>${PIA.stored}</stored-key></scram-credentials>
    <query xmlns='jabber:iq:roster'><item jid='eva@${TEST_DOMAIN}' subscription='both'/></query>
  </user>
  <user name='eva' password='scram:${EVA.stored},${EVA.server},${EVA.salt},4096'>
    <query xmlns='jabber:iq:roster'><item jid='pia@${TEST_DOMAIN}' subscription='both'/></query>
    <presence xmlns='jabber:client' type='subscribe' from='ora@${TEST_DOMAIN}'/>
    <offline-messages><message xmlns='jabber:client' from='pia@${TEST_DOMAIN}/desk' to='eva@${TEST_DOMAIN}' type='chat'><body>Are you there?</body>
      <delay xmlns='urn:xmpp:delay' stamp='2026-11-22T08:02:16Z'/></message></offline-messages>
    <query xmlns='jabber:iq:privacy'><default name='one'/><list name='one'><item type='jid' value='spam@other.example' action='deny' order='1'/></list></query>
    <query xmlns='jabber:iq:private'><notes xmlns='urn:example:notes'><note>Buy milk</note></notes></query>
  </user>
  <user name='ora' password='${PASSWORDS.ora}'/>
  <user name='nob' password='nob'/>
</host></server-data>`;
