import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { openfire } from '@chat-admin/moving/testing/openfire-fixture';
import { encryptedPassword } from '@chat-admin/moving/testing/openfire-keys';
import { testDatabase } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import { READER, startTemporarySlapd, SUFFIX } from '@chat-admin/slapd-server/temporary-slapd';
import type { TemporarySlapd } from '@chat-admin/slapd-server/temporary-slapd';
import pg from 'pg';
import { run } from './support/command-world.js';

const PEOPLE = 40;
const LDAP = 'org.jivesoftware.openfire.ldap';
const dn = (uid: string) => `uid=${uid},ou=people,${SUFFIX}`;
const person = (uid: string, more = '') =>
  `dn: ${dn(uid)}\nobjectClass: inetOrgPerson\nuid: ${uid}\ncn: ${uid.toUpperCase()}\nsn: N\n${more}`;
const group = (cn: string, members: readonly string[]) =>
  `dn: cn=${cn},ou=groups,${SUFFIX}\nobjectClass: groupOfNames\ncn: ${cn}\n${members.map((uid) => `member: ${dn(uid)}\n`).join('')}`;
const names = Array.from({ length: PEOPLE }, (_, index) => `p${index}`);

const SCHOOL = [
  ...names.map((uid) => person(uid)),
  person('ola', 'mail: ola@example.org\nemployeeNumber: 4B\n'),
  person('bob@corp'),
  person('admin'),
  person('off', 'employeeType: left\n'),
  group('7b', ['ola', 'p1', 'off']),
  group('staff', ['p2', 'bob@corp']),
].join('\n');

const suite = await suiteNeeds(describe, 'directory run', ['slapd']);

suite('directory run', () => {
  let slapd: TemporarySlapd;
  let folder: string;
  let database: TestDatabase;
  let pool: pg.Pool;

  beforeAll(async () => {
    slapd = await startTemporarySlapd(SCHOOL);
    folder = await mkdtemp(join(tmpdir(), 'chat-admin-directory-'));
    database = await testDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 1 });
    await write();
  });
  afterAll(async () => {
    await pool?.end();
    await database?.drop();
    await slapd?.stop();
    if (folder) await rm(folder, { recursive: true });
  });

  const write = (changed: Readonly<Record<string, unknown>> = {}) => {
    const entry = {
      ...{ name: 'main', kind: 'openldap', servers: [slapd.tlsUrl], caFile: slapd.caFile },
      ...{ bind: READER, passwordFile: slapd.passwordFile },
      people: { base: `ou=people,${SUFFIX}`, disabledWhen: '(employeeType=left)' },
      groups: { base: `ou=groups,${SUFFIX}` },
      map: { properties: { desk: 'employeeNumber' } },
      share: [{ groups: '7*', to: 'members' }],
      ...changed,
    };
    return writeFile(join(folder, 'directories.yaml'), JSON.stringify({ directories: [entry] }));
  };
  const command = (words: string) =>
    run(`directory ${words}`, {
      DATABASE_URL: database.appUrl,
      DIRECTORIES_FILE: join(folder, 'directories.yaml'),
    });
  interface Document {
    readonly run: {
      readonly id: string;
      readonly status: string;
      readonly message: string | null;
      readonly finished: string | null;
      readonly counts: Readonly<Record<string, number>>;
    };
    readonly results: readonly (Readonly<Record<string, unknown>> & { readonly object: string })[];
  }
  const documentOf = async (words: string): Promise<Document & { readonly code: number }> => {
    const { code, out, err } = await command(`${words} --json`);
    expect(err).toBe('');
    return { code, ...(JSON.parse(out) as Document) };
  };
  const rows = async <R extends object>(text: string) => (await pool.query<R>(text)).rows;
  const stagedRows = () => rows('select from directory_stage');
  const everything = async () => ({
    accounts: await rows('select username, id, name, email, properties from account order by 1'),
    groups: await rows('select name, description, shared from user_group order by 1'),
    members: await rows('select group_name, jid from group_member order by 1, 2'),
    lockouts: await rows('select username, author, reason from lockout order by 1'),
    managed: await rows(
      'select username, external_id, fields, gone_since is not null as gone from managed_account order by 1',
    ),
    events: await rows<{ object: string }>(
      `select type, object, origin from event_outbox where object not like '/directories/%' order by object, type, seq`,
    ),
  });
  /** That wait to be published, since the last call. */
  const directoryEvents = async () =>
    (
      await rows<{ line: string }>(
        `with gone as (delete from event_outbox where object = '/directories/main' returning seq, type, origin)
         select substr(type, 11) || ' ' || (origin ->> 'actor') as line from gone order by seq`,
      )
    ).map(({ line }) => line);
  const told = ({ results }: Document) =>
    results.map(({ outcome, object, message }) =>
      [outcome, decodeURIComponent(object), ...(message ? [message] : [])].join(' '),
    );
  const entries = async () =>
    (
      await rows<{ line: string }>(
        `select username || ': ' || summary as line from audit_entry order by log_id`,
      )
    ).map(({ line }) => line);

  it('takes the directory of an Openfire over', async () => {
    const home = join(folder, 'openfire');
    const password = join(folder, 'reader');
    const clear = {
      ...{ 'provider.user.className': `${LDAP}.LdapUserProvider` },
      'provider.auth.className': 'org.jivesoftware.openfire.auth.HybridAuthProvider',
      'hybridAuthProvider.secondaryProvider.className': `${LDAP}.LdapAuthProvider`,
      'provider.group.className': `${LDAP}.LdapGroupProvider`,
      ...{ 'ldap.host': '127.0.0.1', 'ldap.port': new URL(slapd.url).port },
      ...{ 'ldap.adminDN': READER, 'ldap.searchFilter': '(objectClass=inetOrgPerson)' },
      'ldap.groupSearchFilter': '(objectClass=groupOfNames)',
    };
    const encrypted = encryptedPassword('reader-password', { key: 'Blowfish-CBC' });
    const files = openfire(35, {
      data: {
        ofProperty: [
          ...Object.entries(clear).map(([name, propValue]) => ({ name, propValue, encrypted: 0 })),
          { name: 'ldap.adminPassword', propValue: encrypted, encrypted: 1 },
        ],
      },
    }).hsqldb({ engine: '2', log: false, lobs: false });
    await mkdir(join(home, 'conf'), { recursive: true });
    await mkdir(join(home, 'embedded-db'));
    for (const [name, content] of files) {
      await writeFile(join(home, 'embedded-db', name), content);
    }
    await writeFile(
      join(home, 'conf', 'openfire.xml'),
      `<jive><ldap><baseDN>${SUFFIX}</baseDN></ldap>
        <connectionProvider><className>org.jivesoftware.database.EmbeddedConnectionProvider</className></connectionProvider></jive>`,
    );
    const words = `directory from-openfire --openfire-home ${home}`;
    const printed = await run(`${words} --write-password ${password}`, {});
    expect(printed).toMatchObject({ code: 0, err: '' });
    expect((await stat(password)).mode & 0o777).toBe(0o600);
    expect(printed.out).not.toContain('reader-password');
    const file = join(folder, 'of-openfire.yaml');
    await writeFile(file, printed.out);
    const environment = { DATABASE_URL: database.appUrl, DIRECTORIES_FILE: file };
    expect(await run('directory check main', environment)).toMatchObject({ code: 0, err: '' });
    const dry = await run('directory run main --dry-run --json', environment);
    expect((JSON.parse(dry.out) as Document).run.counts).toMatchObject({ read: PEOPLE + 6 });
    // nothing is written over
    expect((await run(`${words} --write-password ${password}`, {})).code).toBe(73);
    const { directories } = JSON.parse((await run(`${words} --json`, {})).out);
    expect(directories).toMatchObject([{ name: 'main', kind: 'openldap', logins: 'bind' }]);
    expect((await run(`${words} --source ${folder}/none`, {})).code).toBe(1);
    expect((await run('directory from-openfire', {})).code).toBe(64);
    await rm(join(home, 'conf', 'openfire.xml'));
    await writeFile(join(home, 'conf', 'security.xml'), '<security/>');
    const without = await run(`${words} --source ${home}/embedded-db`, {});
    expect(without).toMatchObject({ code: 1, out: '' });
    expect(without.err).toContain('ldap.baseDN is not set');
  });

  it('shows in a dry run what it would do, and does that', async () => {
    const before = await everything();
    const dry = await documentOf('run main --dry-run');
    expect(dry).toMatchObject({ code: 0, run: { status: 'done', message: null } });
    expect(await everything()).toEqual(before);
    const real = await documentOf('run main');
    expect(real).toMatchObject({ code: 0, run: { finished: expect.any(String) } });
    expect(real.results).toEqual(dry.results);
    expect(real.run.counts).toEqual(dry.run.counts);
    expect(real.run.counts).toMatchObject({ read: PEOPLE + 6, created: PEOPLE + 5, failed: 1 });
    expect(told(real)).toContain(
      'failed /users/admin An administrator is not managed by a directory',
    );
    const { accounts, groups, members, lockouts, events } = await everything();
    expect(accounts).toHaveLength(PEOPLE + 3);
    expect(accounts).toContainEqual({
      ...{ username: 'ola', id: expect.any(String), name: 'OLA', email: 'ola@example.org' },
      properties: [{ key: 'desk', value: '4B' }],
    });
    expect(accounts).toContainEqual(expect.objectContaining({ username: 'bob\\40corp' }));
    expect(groups).toEqual([
      { name: '7b', description: null, shared: true },
      { name: 'staff', description: null, shared: false },
    ]);
    expect(members).toHaveLength(5);
    expect(lockouts).toEqual([{ username: 'off', author: 'directory:main', reason: 'directory' }]);
    expect(events.length).toBeGreaterThan(PEOPLE);
    expect(events[0]).toMatchObject({ origin: { actor: 'directory:main', source: 'directory' } });
    expect(await entries()).toContain('directory:main: SYNC directory main');
    expect(await entries()).toContain('command line: directory run main');
  });

  it('writes nothing where nothing has changed', async () => {
    expect(await directoryEvents()).toEqual(['run_finished directory:main']);
    const before = await everything();
    const again = await documentOf('run main --full');
    expect(again.run.counts).toMatchObject({ read: PEOPLE + 6, unchanged: PEOPLE + 5, failed: 1 });
    expect(await everything()).toEqual(before);
    expect((await documentOf('run main')).run.counts).toMatchObject({ read: 0, unchanged: 0 });
    expect((await command('run main')).out).toMatch(/^run \d+ done: nothing has changed\n$/);
    expect(await directoryEvents()).toEqual([]);
    const { out } = await command('status');
    expect(out).toMatch(/^main: ok, 43 people, 2 groups\n {2}last success: 20/);
  });

  it('follows changes, renames, leavers, and those who come back', async () => {
    const [{ id }] = (await rows<{ id: string }>(
      `select id from account where username = 'ola'`,
    )) as [{ id: string }];
    await slapd.change(
      [
        `dn: ${dn('ola')}\nchangetype: modrdn\nnewrdn: uid=olga\ndeleteoldrdn: 1\n`,
        `dn: ${dn('olga')}\nchangetype: modify\nreplace: cn\ncn: Olga\n-\ndelete: mail\n-\ndelete: employeeNumber\n`,
        `dn: ${dn('off')}\nchangetype: modify\ndelete: employeeType\n`,
        `dn: cn=7b,ou=groups,${SUFFIX}\nchangetype: modrdn\nnewrdn: cn=8b\ndeleteoldrdn: 1\n`,
        `dn: cn=8b,ou=groups,${SUFFIX}\nchangetype: modify\ndelete: member\nmember: ${dn('p1')}\n-\nreplace: description\ndescription: Room 12\n-\ndelete: member\nmember: ${dn('ola')}\n-\nadd: member\nmember: ${dn('olga')}\n`,
        `dn: cn=staff,ou=groups,${SUFFIX}\nchangetype: delete\n`,
        `dn: ${dn('p3')}\nchangetype: delete\n`,
        `dn: ${dn('p4')}\nchangetype: modrdn\nnewrdn: uid=swap\ndeleteoldrdn: 1\n`,
        `dn: ${dn('p5')}\nchangetype: modrdn\nnewrdn: uid=p4\ndeleteoldrdn: 1\n`,
        `dn: ${dn('swap')}\nchangetype: modrdn\nnewrdn: uid=p5\ndeleteoldrdn: 1\n`,
      ].join('\n'),
    );
    const idsBefore = await rows<{ username: string; id: string }>(
      `select username, id from account where username in ('p4', 'p5') order by 1`,
    );
    const { run: done, results } = await documentOf('run main --full');
    expect(done).toMatchObject({ status: 'done', counts: { removed: 1, locked: 1, unlocked: 1 } });
    const { accounts, groups, members, lockouts, managed } = await everything();
    expect(accounts).toContainEqual({
      ...{ username: 'olga', id, name: 'Olga', email: null, properties: [] },
    });
    expect(results).toContainEqual(
      expect.objectContaining({ object: '/users/olga', outcome: 'renamed', message: 'Was ola' }),
    );
    expect(groups).toEqual([{ name: '8b', description: 'Room 12', shared: true }]);
    expect(members.map((one) => (one as { jid: string }).jid)).toEqual([
      ...['off@example.org', 'olga@example.org'],
    ]);
    expect(lockouts).toEqual([{ username: 'p3', author: 'directory:main', reason: 'directory' }]);
    expect(managed).toContainEqual(expect.objectContaining({ username: 'p3', gone: true }));
    const idsAfter = await rows<{ username: string; id: string }>(
      `select username, id from account where username in ('p4', 'p5') order by 1`,
    );
    expect(idsAfter.map(({ id }) => id)).toEqual(idsBefore.map(({ id }) => id).reverse());
    // somebody else gets no name of one who is gone
    const { accounts: called } = await everything();
    await slapd.change(
      [
        `dn: ${dn('p3')}\nchangetype: add\n${person('p3').split('\n').slice(1).join('\n')}`,
        `dn: ${dn('p7')}\nchangetype: modrdn\nnewrdn: uid=both\ndeleteoldrdn: 1\n`,
        `dn: ${dn('p6')}\nchangetype: modrdn\nnewrdn: uid=p7\ndeleteoldrdn: 1\n`,
        `dn: cn=both,ou=people,${SUFFIX}\nchangetype: add\nobjectClass: inetOrgPerson\nuid: both\ncn: both\nsn: N\n`,
      ].join('\n'),
    );
    const next = await documentOf('run main --full');
    expect(told(next)).toContain('failed /users/p3 The name belongs to somebody who is gone');
    // nor of one who cannot leave it
    expect(told(next)).toContain(
      'failed /users/p7 Another entry of the directory has this name here',
    );
    expect(told(next).join()).toContain('failed /users/both The directory has this name twice');
    expect((await everything()).accounts).toEqual(called);
    await slapd.change(
      [
        `dn: ${dn('p3')}\nchangetype: delete\n`,
        `dn: cn=both,ou=people,${SUFFIX}\nchangetype: delete\n`,
        `dn: ${dn('p7')}\nchangetype: modrdn\nnewrdn: uid=p6\ndeleteoldrdn: 1\n`,
        `dn: ${dn('both')}\nchangetype: modrdn\nnewrdn: uid=p7\ndeleteoldrdn: 1\n`,
      ].join('\n'),
    );
  });

  it('stops before it takes too much, until somebody confirms', async () => {
    await write({ brake: { percent: 10, atLeast: 5 } });
    const leavers = names.slice(10, 20);
    await slapd.change(leavers.map((uid) => `dn: ${dn(uid)}\nchangetype: delete\n`).join('\n'));
    const before = await everything();
    await directoryEvents();
    const stopped = await documentOf('run main --full');
    expect(stopped).toMatchObject({
      code: 1,
      run: {
        status: 'waiting',
        message: 'Would lock 10, remove 0, rename 0 of 42 people: confirm or cancel',
      },
    });
    expect(await everything()).toEqual(before);
    expect(await stagedRows()).toEqual([]);
    const audited = await entries();
    expect(await command('run main')).toMatchObject({ code: 77 });
    // what is refused changes nothing
    expect(await entries()).toEqual(audited);
    expect((await command('status')).out).toContain('main: waiting, 42 people');
    // more than was told
    await slapd.change(`dn: ${dn('p30')}\nchangetype: delete\n`);
    const more = await documentOf('confirm main');
    expect(more).toMatchObject({ code: 1, run: { status: 'waiting' } });
    expect(more.run.message).toContain('Would lock 11');
    expect(await everything()).toEqual(before);
    const confirmed = await documentOf('confirm main');
    expect(confirmed).toMatchObject({ code: 0, run: { status: 'done', counts: { locked: 11 } } });
    expect((await everything()).lockouts).toHaveLength(12);
    const confirmedOnce = await entries();
    expect(await command('confirm main')).toMatchObject({ code: 77 });
    expect(await entries()).toEqual(confirmedOnce);
    // whoever has everything deleted
    await slapd.change(
      names
        .slice(21, 30)
        .map((uid) => `dn: ${dn(uid)}\nchangetype: delete\n`)
        .join('\n'),
    );
    expect((await command('run main --full')).code).toBe(1);
    expect((await command('cancel main')).code).toBe(0);
    expect(await directoryEvents()).toEqual([
      ...[
        'run_waiting directory:main',
        'run_waiting directory:main',
        'run_finished directory:main',
      ],
      ...['run_waiting directory:main', 'run_finished command line'],
    ]);
    expect((await everything()).lockouts).toHaveLength(12);
    const cancelled = await entries();
    expect(await command('cancel main')).toMatchObject({ code: 77 });
    expect(await entries()).toEqual(cancelled);
    await write();
    expect((await documentOf('run main --full')).run.counts).toMatchObject({ locked: 9 });
  });

  it('changes nothing where the directory does not answer', async () => {
    await slapd.halt();
    const before = await everything();
    await directoryEvents();
    const failed = await documentOf('run main');
    expect(failed).toMatchObject({ code: 1, run: { status: 'failed' } });
    expect(failed.run.message).toMatch(/^Reading ended early: /);
    expect(await everything()).toEqual(before);
    expect(await stagedRows()).toEqual([]);
    expect((await command('status')).out).toContain('main: failing');
    await slapd.start();
    expect((await documentOf('run main')).run.status).toBe('done');
    expect((await command('status')).out).toContain('main: ok');
    expect(await directoryEvents()).toEqual(['failing directory:main', 'recovered directory:main']);
  });

  it('writes vCards, first where there is none, and then always', async () => {
    const cards = () => rows<{ username: string; xml: string }>(`select username, xml from vcard`);
    const picture = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64');
    await slapd.change(
      `dn: ${dn('olga')}\nchangetype: modify\nadd: title\ntitle: <Dr>\n-\nadd: jpegPhoto\njpegPhoto:: ${picture}\n`,
    );
    await rows(`insert into vcard (username, xml) values ('p1', '<vCard xmlns="vcard-temp"/>')`);
    await write({ map: { vcard: 'initial' } });
    const first = await documentOf('run main --full');
    expect(first.results).toContainEqual(
      expect.objectContaining({ object: '/users/p2', outcome: 'updated', changed: ['vcard'] }),
    );
    expect(told(first)).not.toContain('updated /users/p1');
    expect((await cards()).find(({ username }) => username === 'olga')!.xml).toBe(
      "<vCard xmlns='vcard-temp'><FN>Olga</FN><N><FAMILY>N</FAMILY></N>" +
        `<PHOTO><TYPE>image/png</TYPE><BINVAL>${picture}</BINVAL></PHOTO><TITLE>&lt;Dr&gt;</TITLE></vCard>`,
    );
    const before = await cards();
    await rows(`update vcard set xml = '<vCard/>' where username = 'olga'`);
    const stays = await documentOf('run main --full');
    expect(told(stays).filter((line) => line.startsWith('updated'))).toEqual([]);
    await write({ map: { vcard: 'always' } });
    const always = await documentOf('run main --full');
    expect(
      told(always)
        .filter((line) => line.startsWith('updated'))
        .sort(),
    ).toEqual([...['updated /users/olga', 'updated /users/p1']]);
    expect((await cards()).find(({ username }) => username === 'olga')).toEqual(
      before.find(({ username }) => username === 'olga'),
    );
  });

  it('follows another entry of the file once it is asked to', async () => {
    await write();
    const status = async () => (await command('status')).out;
    expect(await status()).toMatch(
      /^main: failing, .*\n.*\n {2}Another entry of this directory is/,
    );
    await documentOf('run main --dry-run');
    expect(await status()).toContain('main: failing');
    expect((await documentOf('run main')).run.status).toBe('done');
    expect(await status()).toContain('main: ok');
  });

  it('pauses what the API does by itself, and resumes it', async () => {
    expect(await command('pause main')).toMatchObject({ code: 0, out: 'main is paused\n' });
    expect((await command('status')).out).toContain('main: off, ');
    expect(await entries()).toContain('command line: directory pause main');
    expect(await command('resume main')).toMatchObject({ code: 0, out: 'main is kept in step\n' });
    expect((await command('status')).out).toContain('main: ok, ');
  });

  it('cancels what has waited for a week, as soon as somebody looks, without an audit entry', async () => {
    await rows(`insert into directory_run (directory, mode, dry_run, status, created_by, counts, lease_until)
      values ('main', 'full', false, 'waiting', 'command line', '{}', now() - interval '6 days 23 hours')`);
    expect((await command('status')).out).toContain('main: waiting');
    await rows(`update directory_run set lease_until = now() - interval '7 days 1 minute'
      where finished_at is null`);
    const audited = await entries();
    const { out } = await command('status');
    expect(out).toContain('main: ok');
    expect(out).toMatch(/^ {2}run \d+ cancelled$/m);
    expect(await command('confirm main')).toMatchObject({ code: 77 });
    expect(await entries()).toEqual(audited);
  });

  it('ends with 1 where somebody cancels the run', async () => {
    const holder = await pool.connect();
    let running;
    try {
      // the run reads it once it has read the directory
      await holder.query('begin; lock table managed_account');
      running = documentOf('run main');
      for (let waits = 0; waits === 0;) {
        const { rowCount } = await holder.query(
          `select from pg_locks where relation = 'managed_account'::regclass and not granted`,
        );
        waits = rowCount!;
      }
      expect((await command('cancel main')).code).toBe(0);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect(await running).toMatchObject({
      code: 1,
      run: {
        ...{ status: 'cancelled', message: 'Cancelled from the command line' },
        finished: expect.any(String),
      },
    });
  });

  it('goes on where another process was killed, and leaves what one has', async () => {
    await slapd.change(
      `dn: ${dn('late')}\nchangetype: add\n${person('late').split('\n').slice(1).join('\n')}`,
    );
    const other = '00000000-0000-4000-8000-000000000000';
    await rows(`insert into directory_run (directory, mode, dry_run, status, created_by, counts, instance, lease_until)
      values ('main', 'full', false, 'reading', 'command line', '{"read": 1}', '${other}', now() + interval '1 hour')`);
    const busy = await command('run main');
    expect(busy).toMatchObject({ code: 77, out: '' });
    expect(busy.err).toContain('A run of this directory is under way');
    await rows(`update directory_run set lease_until = now() where finished_at is null`);
    const { run: done } = await documentOf('run main');
    expect(done).toMatchObject({ status: 'done', counts: { created: 1 } });
    expect(await stagedRows()).toEqual([]);
    expect(await rows('select from directory_run where finished_at is null')).toEqual([]);
  });

  it('goes on at the entry at which writing was interrupted', async () => {
    const doc = {
      ...{ kind: 'person', dn: dn('kim'), username: 'Kim', name: 'Kim', email: null, card: null },
      ...{ properties: {}, disabled: false, disabledFrom: null, passwordTime: null },
    };
    const staged = ['k1', 'k2'].map(
      (externalId) =>
        `('person', '${externalId}', '${externalId}', '${JSON.stringify({ ...doc, externalId })}'::json)`,
    );
    const [{ id }] = (await rows<{ id: string }>(`
      with run as (
        insert into directory_run (directory, mode, dry_run, status, created_by, counts, reading, position)
        values ('main', 'changes', false, 'writing', 'command line',
          (select counts || '{"created": 1}' from directory_run order by id desc limit 1),
          (select jsonb_build_object('digest', digest, 'cursor', cursor, 'staged', 2, 'whole', false, 'full', false)
            from directory_state),
          '{"pass": "people", "after": "k1", "lines": 1}')
        returning id)
      insert into directory_stage (run_id, kind, external_id, name, doc)
      select run.id, one.* from run, (values ${staged.join(', ')}) as one
      returning run_id::text as id`)) as [{ id: string }];
    slapd.forget();
    // neither may a dry run write, nor one of changes pass for a full one
    const before = await everything();
    for (const otherwise of ['run main --dry-run', 'run main --full']) {
      const refused = await command(otherwise);
      expect(refused).toMatchObject({ code: 77, out: '' });
      expect(refused.err).toContain(`Run ${id} was begun otherwise: "chat-admin directory run"`);
      expect(refused.err).toContain('"chat-admin directory cancel" ends it');
    }
    expect(await everything()).toEqual(before);
    const { run: done, results } = await documentOf('run main');
    expect(done).toMatchObject({ status: 'done', counts: { created: 2 } });
    expect(results).toEqual([
      {
        ...{ line: 2, object: '/users/k2', outcome: 'created', changed: ['name'] },
        exception: null,
        message: null,
      },
    ]);
    expect(slapd.log()).not.toContain('SRCH');
    await rows(`insert into directory_run (directory, mode, dry_run, status, created_by, counts)
      values ('main', 'full', true, 'queued', 'command line', '{}')`);
    const real = await command('run main');
    expect(real.code).toBe(77);
    expect(real.err).toContain('"chat-admin directory run --full --dry-run" goes on with it');
    expect((await documentOf('run main --dry-run')).run).toMatchObject({
      ...{ status: 'done', mode: 'full', dryRun: true },
    });
  });

  it('makes one person local, then all, and no run while it does', async () => {
    await rows(`update managed_account set fields = fields || '{password}' where username = 'p2'`);
    const before = await everything();
    const audited = await entries();
    const people = before.managed.length;
    const dry = await command('release main --dry-run');
    expect(dry).toMatchObject({ code: 0, err: '' });
    expect(dry.out).toContain(`${people} users and 1 groups would become local\n`);
    expect(dry.out).toContain('chat-admin user passwd p2 --generate');
    expect(dry.out).toContain('DIRECTORIES_FILE still has main');
    await rows(`insert into directory_run (directory, mode, dry_run, status, created_by, counts)
      values ('main', 'full', false, 'waiting', 'command line', '{}')`);
    const busy = await command('release main');
    expect(busy).toMatchObject({ code: 77, out: '' });
    expect(busy.err).toContain('A run of this directory is under way');
    await rows(`delete from directory_run where finished_at is null`);
    expect(await command('release main --user admin')).toMatchObject({ code: 66 });
    expect(await command('release main --user nobody')).toMatchObject({ code: 66 });
    expect(await command('release other')).toMatchObject({ code: 66 });
    expect(await everything()).toEqual(before);
    expect(await entries()).toEqual(audited);

    const one = JSON.parse((await command('release main --user P2 --json')).out);
    expect(one).toEqual({
      ...{ directory: 'main', dryRun: false, users: ['p2'], withoutPassword: ['p2'] },
      ...{ groups: [], inFile: true },
    });
    expect((await everything()).managed).toHaveLength(people - 1);
    const held = await documentOf('run main --full');
    expect(told(held)).toContain(
      'failed /users/p2 A user of this name exists, and is not managed by this directory',
    );

    const locked = (await everything()).lockouts;
    expect((await command('release main')).out).toContain(`${people - 1} users and 1 groups are`);
    const { accounts, groups, members, managed, lockouts, events } = await everything();
    expect({ accounts, groups, members }).toEqual({
      ...{ accounts: before.accounts, groups: before.groups, members: before.members },
    });
    expect(managed).toEqual([]);
    expect(locked.length).toBeGreaterThan(0);
    expect(lockouts).toEqual(locked.map((one) => ({ ...one, author: 'command line' })));
    const ofGroup = events.filter(({ object }) => object === '/groups/8b');
    expect(ofGroup.at(-1)).toMatchObject({
      ...{ type: 'group.updated', origin: { actor: 'command line', source: 'service' } },
    });
    const added = (await entries()).slice(audited.length);
    expect(added.filter((line) => line.startsWith('command line'))).toEqual([
      ...['command line: directory release main --user P2', 'command line: directory run main'],
      'command line: directory release main',
    ]);
    expect((await command('status')).out).toContain('main: ok, 0 people, 0 groups\n');
    expect(await command('release main')).toMatchObject({ code: 66 });
  });
});
