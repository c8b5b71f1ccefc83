import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeStores } from '@chat-admin/moving/target/chat-server-stores';
import { Target } from '@chat-admin/moving/target/target';
import { unzipped } from '@chat-admin/port-suites/unzipped';
import { CommandWorld } from './support/command-world.js';

let world: CommandWorld;
beforeAll(async () => (world = await CommandWorld.open()));
afterAll(() => world.close());

beforeEach(async () => {
  for (const table of ['room', 'account', 'audit_entry']) await world.sql(`delete from ${table}`);
  await world.sql(`delete from system_property where key = 'admin.authorizedJIDs'`);
  await world.sql(`insert into account (username) values ('ola'), ('zoe')`);
  await world.sql(`
    insert into room (service, name, persistent) values ('conference', 'tearoom', true);
    insert into room_message (room_id, nickname, sender, body)
    select id, nick, jid, 'Hi' from room,
      (values ('Olly', 'ola@example.org/desk'), ('Zoe', 'zoe@example.org/desk')) as said (nick, jid)`);
});

const erase = (words: string) => world.run(`person erase ${words}`);
const accounts = async () =>
  (await world.sql('select username from account order by username')).map((row) => row['username']);
const messages = () => world.sql('select nickname, sender from room_message order by id');
const ZOE = { nickname: 'Zoe', sender: 'zoe@example.org/desk' };

const FOREIGN = /^ola@elsewhere.test is of another domain: the accounts here are of example.org\n$/;

describe('person export', () => {
  let folder: string;
  let out: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'export-'));
    out = join(folder, 'ola.zip');
  });
  afterEach(async () => {
    await chmod(folder, 0o700);
    await rm(folder, { recursive: true });
  });

  it('writes all that is kept of the person into a file for nobody else, and says so', async () => {
    let run: unknown;
    const work = async () => {
      run = await world.run(`person export Ola@example.org --out ${out}`);
    };
    expect(await world.audited(work)).toEqual(['command line: person export Ola@example.org']);
    const { mode, size } = await stat(out);
    expect(mode & 0o777).toBe(0o600);
    expect(run).toMatchObject({ code: 0, out: `ola is exported to ${out} (${size} bytes)\n` });
    const files = unzipped(await readFile(out));
    const lines = files.get('messages.ndjson')!.toString().trim().split('\n').slice(1);
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ room: 'tearoom@conference.example.org', nickname: 'Olly' }),
    ]);
    expect(Buffer.concat([...files.values()]).toString()).not.toMatch(/zoe/i);
    expect(await readdir(folder)).toEqual(['ola.zip']);
  });

  it.each(['secret', 'userservice', 'service'])(
    'of an account %s has none of the entries of the service under that label',
    async (name) => {
      await world.sql(`insert into account (username) values ('${name}')`);
      await world.sql(`insert into audit_entry (username, occurred_at, summary, node, details, kind)
        select '${name}', now(), 'by ' || coalesce(kind, 'nobody'), 'n', 'object=/users/zoe; outcome=200', kind
        from unnest(array['account', 'label', null]) as kind`);
      expect(await world.run(`person export ${name} --out ${out}`)).toMatchObject({ code: 0 });
      const lines = unzipped(await readFile(out))
        .get('audit.ndjson')!
        .toString();
      expect(lines.match(/by \w+/g)).toEqual(['by account']);
    },
  );

  describe('is what person restore makes an account again from', () => {
    const restore = (words = `${out} --generate`) => world.run(`person restore ${words}`);
    const everything = async () => [
      await world.sql('select username, name, email, properties from account order by 1'),
      await world.sql('select group_name, jid, is_admin from group_member order by 1'),
      await world.sql('select jid, affiliation from room_affiliation order by 1, 2'),
      await world.sql(
        'select owner, jid, nickname, subscription, groups from roster_item order by 2',
      ),
      await world.sql('select username, xml from vcard'),
      await world.sql('select username, reason from lockout'),
    ];

    beforeEach(async () => {
      await world.sql(`
        delete from user_group;
        update account set name = 'Olly', email = 'o@example.org',
          properties = '[{"key": "class", "value": "5a"}]' where username = 'ola';
        insert into user_group (name) values ('Crew'), ('Old');
        insert into group_member (group_name, jid, is_admin)
          values ('Crew', 'ola@example.org', true), ('Old', 'ola@example.org', false);
        insert into room_affiliation (room_id, jid, affiliation)
          select id, who || '@example.org', 'owner' from room, unnest(array['ola', 'zoe']) as who;
        insert into roster_item (owner, jid, nickname, subscription, groups)
          values ('ola', 'zoe@example.org', 'Z <&>', 3, '{Friends}'), ('ola', 'b@other.example', null, 0, '{}');
        insert into vcard (username, xml) values ('ola', '<vCard xmlns=''vcard-temp''><FN>Olly</FN></vCard>');
        insert into lockout (username, author, reason) values ('ola', 'boss', 'spam')`);
      expect(await world.run(`person export ola --out ${out}`)).toMatchObject({ code: 0 });
    });

    it('with contacts, vCard, groups, rooms and lockout', async () => {
      const before = await everything();
      await world.sql(`delete from account where username = 'ola'`);
      let run: unknown;
      const work = async () => (run = await restore());
      expect(await world.audited(work)).toEqual(['command line: person restore ola']);
      expect(run).toMatchObject({
        ...{ code: 0, err: '' },
        out: expect.stringMatching(/^ola is restored: .*\nPassword: \S{16,}\n$/),
      });
      expect(await everything()).toEqual(before);
    });

    it('without what has gone meanwhile, which it names', async () => {
      await world.sql(`insert into account_role (username, role) values ('ola', 'moderator')`);
      const other = join(folder, 'other.zip');
      await world.run(`person export ola --out ${other}`);
      await world.sql(`delete from account where username = 'ola'; delete from user_group where name = 'Old';
        delete from room`);
      const { out: said } = await restore(`${other} --generate`);
      expect(said.split('\n').slice(2)).toEqual([
        'left out: group Old: Could not find group: Old',
        'left out: room tearoom@conference.example.org: Chat room does not exist or is not accessible.: tearoom',
        'left out: role moderator: give it with "admin grant"',
        '',
      ]);
      expect(await world.sql('select from account_role')).toEqual([]);
    });

    it('only where there is none of this name, and from nothing else', async () => {
      const before = await everything();
      expect(await restore()).toMatchObject({ code: 73, err: expect.stringMatching(/./) });
      await writeFile(join(folder, 'x.zip'), 'no zip');
      for (const words of [join(folder, 'x.zip'), join(folder, 'none.zip')]) {
        const { code, err } = await restore(`${words} --generate`);
        expect([code, err]).toEqual([64, expect.stringContaining('is no file of "person export"')]);
      }
      expect(await everything()).toEqual(before);
    });
  });

  describe('where there is a chat server', () => {
    beforeEach(async () => {
      const target = await Target.open({ url: world.database.url, engineUrl: null });
      await makeStores(target);
      await target.query(everythingOf('ola', 'Olly'));
      await target.query(everythingOf('zoe', 'Zed'));
      await target.close();
    });
    afterEach(() => world.sql('drop table prosody.prosody, prosody.prosodyarchive'));

    it('has all that is kept of the person, as XEP-0227 too, and nothing of others', async () => {
      expect(await world.run(`person export ola --out ${out}`)).toMatchObject({ code: 0 });
      const files = unzipped(await readFile(out));
      const xml = files.get('person.xml')!.toString();
      for (const piece of [
        `<host jid='example.org'>\n<user name='ola'>`,
        `<query xmlns='jabber:iq:roster'><item jid='of-ola@other.example'`,
        `<presence xmlns='jabber:client' type='subscribe' from='asks-ola@other.example'`,
        `<vCard xmlns='vcard-temp'><FN>Olly</FN></vCard>`,
        `<query xmlns='jabber:iq:private'><p xmlns='urn:private-ola'/></query>`,
        '<body>waits for ola</body>',
        `value='spam-ola@other.example'`,
        `<configure node='urn:node-ola'>`,
        `<items node='urn:node-ola'><item id='i'`,
        '<body>archived of ola</body>',
      ]) {
        expect(xml).toContain(piece);
      }
      const lines = (name: string) => files.get(name)!.toString().trim().split('\n').slice(1);
      expect(lines('left-out.ndjson')).toEqual([]);
      expect(lines('user.ndjson').join()).toContain('"name":"Olly"');
      expect(lines('files.ndjson').map((line) => JSON.parse(line))).toEqual([
        {
          ...{ id: 'slot-of-ola', name: `of ola's "<&>`, type: 'text/plain', bytes: 5 },
          created: '2026-05-28T20:26:40.000+00:00',
        },
      ]);
      const all = Buffer.concat([...files.values()]).toString();
      expect(all).not.toMatch(/zoe|zed/i);
      expect(all).not.toMatch(/scram|password/i);
    });

    it('tells what cannot be written', async () => {
      await world.sql(`update vcard set xml = '<vCard'`);
      expect(await world.run(`person export ola --out ${out}`)).toMatchObject({ code: 0 });
      const left = unzipped(await readFile(out))
        .get('left-out.ndjson')!
        .toString();
      expect(left).toContain('{"name":"ola","field":"vCard","text":');
    });
  });

  it.each([
    ['ghost', 66, /ghost/],
    ['ola@elsewhere.test', 64, FOREIGN],
  ])('of %s ends with %i, and leaves nothing', async (jid, code, said) => {
    const done = await world.run(`person export ${jid} --out ${out}`);
    expect(done).toMatchObject({ code, out: '' });
    expect(done.err).toMatch(said);
    expect(await readdir(folder)).toEqual([]);
    expect(await world.sql('select from audit_entry')).toEqual([]);
  });

  it('replaces no file', async () => {
    await writeFile(out, 'mine');
    expect(await world.run(`person export ola --out ${out}`)).toMatchObject({ code: 73, out: '' });
    expect(await readFile(out, 'utf8')).toBe('mine');
    expect(await readdir(folder)).toEqual(['ola.zip']);
    expect(await world.sql('select from audit_entry')).toEqual([]);
  });

  it('needs a folder that exists', async () => {
    const { code, err } = await world.run(`person export ola --out ${folder}/none/ola.zip`);
    expect([code, err]).toEqual([1, expect.stringContaining('cannot be written: ENOENT')]);
  });
});

describe('person erase', () => {
  it('deletes the account, anonymises what it has said, and says what stays', async () => {
    const work = () => erase('Ola@example.org --confirm Ola@example.org');
    expect(await world.audited(work)).toEqual([
      'command line: person erase Ola@example.org --messages anonymise',
    ]);
    expect(await accounts()).toEqual(['zoe']);
    const former = expect.stringMatching(/^former-/);
    expect(await messages()).toEqual([{ nickname: former, sender: null }, ZOE]);
    expect(await erase('Ola@example.org --confirm Ola@example.org')).toMatchObject({ code: 66 });
  });

  it('deletes what was said where it is told to, with one document as result', async () => {
    const { code, out } = await erase('ola --confirm ola --messages delete --json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      ...{ username: 'ola', treatment: 'delete', messages: 1 },
      stays: expect.arrayContaining(['audit entries by them and about them']),
    });
    expect(await messages()).toEqual([ZOE]);
  });

  it.each([
    ['ola', 64],
    ['ola --confirm zoe', 64],
    ['ola --confirm Ola', 64],
    ['ola --confirm ola --messages forget', 64],
    ['ghost --confirm ghost', 66],
    ['ola@elsewhere.test --confirm ola@elsewhere.test', 64],
  ])('refuses %s with %i, and changes nothing', async (words, code) => {
    const done = await erase(words);
    expect(done).toMatchObject({ code, out: '' });
    if (words.startsWith('ola@')) expect(done.err).toMatch(FOREIGN);
    expect(await accounts()).toEqual(['ola', 'zoe']);
    expect(await world.sql('select from audit_entry')).toEqual([]);
  });

  it('leaves the last administrator who can log in', async () => {
    await world.run('admin create ann --generate');
    expect(await erase('ann --confirm ann')).toMatchObject({ code: 77 });
    expect(await accounts()).toContain('ann');
  });
});

/** A row of each kind. */
const everythingOf = (name: string, nickname: string) => `
  update account set name = '${nickname}' where username = '${name}';
  insert into account_credential (username, sha1_salt, sha1_iterations, sha1_stored_key, sha1_server_key)
    values ('${name}', '\\x0102', 4096, substr(sha256('k'), 1, 20), substr(sha256('K'), 1, 20));
  insert into roster_item (owner, jid, subscription, groups) values
    ('${name}', 'of-${name}@other.example', 3, '{}');
  insert into roster_request values
    ('${name}', 'asks-${name}@other.example', '<presence type="subscribe" from="asks-${name}@other.example"/>');
  insert into vcard (username, xml) values
    ('${name}', '<vCard xmlns="vcard-temp"><FN>${nickname}</FN></vCard>');
  insert into prosody.prosody (host, "user", store, key, type, value) values
    ('example.org', '${name}', 'private', 'p:urn:private-${name}', 'json', '{"name":"p","attr":{"xmlns":"urn:private-${name}"}}'),
    ('example.org', '${name}', 'blocklist', 'spam-${name}@other.example', 'boolean', 'true'),
    ('example.org', '${name}', 'pep', 'urn:node-${name}', 'json', '{"name":"urn:node-${name}","config":{"access_model":"open","max_items":3},"affiliations":{},"subscribers":{}}');
  insert into prosody.prosodyarchive (host, "user", store, key, "when", "with", type, value) values
    ('upload.example.org', '', 'uploads', 'slot-of-${name}', 1780000000, '${name}@example.org', 'xml', '<request size=''5'' xmlns=''urn:xmpp:http:upload:0'' content-type=''text/plain'' filename=''of ${name}&apos;s &quot;&lt;&amp;&gt;''/>'),
    ('example.org', '${name}', 'offline', '1', 1780000000, '', 'xml', '<message from="a@other.example"><body>waits for ${name}</body></message>'),
    ('example.org', '${name}', 'pep_urn:node-${name}', 'i', 1780000000, '${name}@example.org', 'xml', '<e xmlns="urn:e"/>');
  with made as (insert into message_archive (username) values ('${name}') returning id)
  insert into archived_message (archive_id, contact, received, stanza)
    select id, 'x@other.example', true, '<message from="x@other.example"><body>archived of ${name}</body></message>' from made`;
