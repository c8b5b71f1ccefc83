import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@chat-admin/debian-programs/until';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { ReadingEndedEarly } from '@chat-admin/domain/directories/directory-source';
import type {
  DirectoryEntry,
  DirectoryGroup,
  DirectoryPerson,
} from '@chat-admin/domain/directories/directory-source';
import { READER, startTemporarySlapd, SUFFIX } from '@chat-admin/slapd-server/temporary-slapd';
import type { TemporarySlapd } from '@chat-admin/slapd-server/temporary-slapd';
import { readDirectoryFile } from '../src/directory-file.js';
import { LdapSource } from '../src/ldap-source.js';
import { PUPILS, SCHOOL } from './support/school.js';

/** The name in a filter, each sign of it escaped. */
const LITERAL = '(uid=\\2A\\29\\28uid=\\2A)';

const suite = await suiteNeeds(describe, 'slapd', ['slapd']);

suite('a directory of slapd', () => {
  let slapd: TemporarySlapd;
  let folder: string;
  let clock = Date.parse('2026-01-01T00:00:00Z');
  const opened: LdapSource[] = [];

  beforeAll(async () => {
    slapd = await startTemporarySlapd(SCHOOL);
    folder = await mkdtemp(join(tmpdir(), 'chat-admin-directory-'));
  });
  afterEach(() => {
    for (const source of opened.splice(0)) source.close();
  });
  afterAll(async () => {
    await slapd?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  async function source(changed: Record<string, unknown> = {}): Promise<LdapSource> {
    const path = join(folder, 'directories.yaml');
    const entry = {
      name: 'main',
      kind: 'openldap',
      servers: [slapd.tlsUrl],
      caFile: slapd.caFile,
      bind: READER,
      passwordFile: slapd.passwordFile,
      people: {
        base: `ou=people,${SUFFIX}`,
        filter: '(uid=*)',
        disabledWhen: '(employeeType=left)',
      },
      groups: { base: `ou=groups,${SUFFIX}`, nested: true },
      map: { name: '{displayName}', properties: { called: '{cn} ({sn})' }, vcard: 'initial' },
      ...changed,
    };
    // JSON is YAML
    await writeFile(path, JSON.stringify({ directories: [entry] }));
    const [configuration] = await readDirectoryFile(path, {});
    const made = new LdapSource(configuration!, { now: () => clock });
    opened.push(made);
    return made;
  }

  const everything = async (from: LdapSource) => {
    const entries: DirectoryEntry[] = [];
    const end = await from.everything(async (more) => void entries.push(...more));
    return { ...sorted(entries), end };
  };
  const changes = async (from: LdapSource, cursor: Readonly<Record<string, string>>) => {
    const entries: DirectoryEntry[] = [];
    const end = await from.changes(cursor, async (more) => void entries.push(...more));
    return { ...sorted(entries), end };
  };
  const searches = () => slapd.log().match(/ SRCH base=/g)?.length ?? 0;
  const binds = () => slapd.log().match(/ BIND dn="/g)?.length ?? 0;
  /** the log is written after the answer */
  const logged = async (text: string) => {
    await until(`the log of slapd has ${text}`, () => (slapd.log().includes(text) ? true : null));
  };
  const idOf = async (uid: string) =>
    (await everything(await source())).people.get(uid)!.externalId;

  it('is checked step by step', async () => {
    const steps = await (await source()).check({ username: 'ola', password: 'right' });
    expect(steps.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
      ...['resolve ok', 'connect ok', 'tls ok', 'bind ok'],
      ...['people ok', 'groups ok', 'changes ok', 'login ok'],
    ]);
    expect(steps[4]!.message).toBe(`${PUPILS + 6} people, 2 of them disabled`);
    expect(steps[5]!.message).toBe('3 groups, 1 members are none of the people');
    expect(steps[6]!.message).toMatch(/^contextCSN /);
  });

  it.each([
    ['resolve', () => ({ servers: ['ldaps://nowhere.invalid'] }), 'the name has no address'],
    ['connect', () => ({ servers: ['ldaps://127.0.0.1:1'] }), 'nothing listens there'],
    ['tls', () => ({ caFile: undefined }), 'set caFile'],
    ['tls', () => ({ servers: [slapd.tlsUrl.replace('localhost', '127.0.0.1')] }), '127.0.0.1'],
    ['bind', () => ({ bind: `cn=other,${SUFFIX}` }), 'invalid credentials (49)'],
    ['people', () => ({ people: { base: `ou=none,${SUFFIX}` } }), 'no such object (32)'],
    [
      'groups',
      () => ({ groups: { base: `ou=groups,${SUFFIX}`, filter: '(cn=none)' } }),
      `no group below ou=groups,${SUFFIX} is found`,
    ],
  ])('says that %s failed, and why', async (failed, changed, reason) => {
    const steps = await (await source(changed())).check();
    const found = steps.find(({ outcome }) => outcome === 'failed');
    expect(found).toMatchObject({ name: failed, message: expect.stringContaining(reason) });
  });

  it('goes on with the next server, and says which one failed', async () => {
    const two = await source({ servers: ['ldaps://127.0.0.1:1', slapd.tlsUrl] });
    const steps = await two.check();
    expect(steps[1]).toMatchObject({
      outcome: 'failed',
      message: 'ldaps://127.0.0.1:1: nothing listens there',
    });
    expect(steps[4]).toMatchObject({ name: 'people', outcome: 'ok' });
    expect((await two.ids()).people.size).toBe(PUPILS + 6);
  });

  it('is read whole over StartTLS, with ids, states, properties and vCards', async () => {
    const started = await source({ servers: [slapd.url], startTls: true });
    const { people, end } = await everything(started);
    expect(people.size).toBe(PUPILS + 6);
    expect(people.get('ola')).toMatchObject({
      externalId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      dn: `uid=ola,ou=people,${SUFFIX}`,
      name: 'Ola Nord',
      email: 'ola@example.org',
      properties: { called: 'ola (ola)' },
      disabled: false,
      card: { fullName: 'Ola Nord', email: 'ola@example.org' },
    });
    expect(people.get('p0')).toMatchObject({ name: null, email: null });
    expect(
      [...people.values()].filter(({ disabled }) => disabled).map(({ username }) => username),
    ).toEqual(expect.arrayContaining(['off', 'left']));
    expect(end).toMatchObject({ sweep: false, gone: [], referrals: 0, strangers: 1 });
  });

  it('finds members of nested groups by any DN, once, and ends cycles', async () => {
    const { people, groups } = await everything(await source());
    expect(people.get('odd')!.dn).toContain('Smith');
    const members = (name: string) =>
      groups
        .get(name)!
        .members.map((id) => [...people.values()].find((one) => one.externalId === id)!.username);
    for (const name of ['one', 'two', 'three']) {
      expect(members(name).sort()).toEqual(['odd', 'p0', 'p1', 'p2']);
    }
    const flat = await source({ groups: { base: `ou=groups,${SUFFIX}` } });
    expect((await everything(flat)).groups.get('three')!.members).toHaveLength(2);
  });

  it('is asked once where nothing has changed', async () => {
    const unchanged = await source();
    const { end } = await everything(unchanged);
    slapd.forget();
    const again = await changes(unchanged, end.cursor);
    await logged('closed');
    expect(searches()).toBe(1);
    expect(again.people.size + again.groups.size).toBe(0);
    expect(again.end).toMatchObject({ cursor: end.cursor, sweep: false });
  });

  it('tells who was renamed, with the same id, and which groups have changed', async () => {
    const changed = await source();
    const { people, end } = await everything(changed);
    await slapd.change(
      `dn: uid=p5,ou=people,${SUFFIX}\nchangetype: modrdn\nnewrdn: uid=p5b\ndeleteoldrdn: 1\n`,
    );
    const renamed = await changes(changed, end.cursor);
    expect(renamed.people.get('p5b')!.externalId).toBe(people.get('p5')!.externalId);
    expect(renamed.groups.size).toBe(0);
    expect(renamed.end!.sweep).toBe(false);
    const add = `dn: cn=two,ou=groups,${SUFFIX}\nchangetype: modify\nadd: member\nmember: uid=p6,ou=people,${SUFFIX}\n`;
    await slapd.change(add);
    const joined = await changes(changed, renamed.end!.cursor);
    expect(joined.groups.get('one')!.members).toContain(people.get('p6')!.externalId);
    expect(joined.end!.sweep).toBe(false);
    expect((await changes(changed, joined.end!.cursor)).groups.size).toBe(0);
  });

  it('has somebody deleted looked for at once, and again after five minutes at most', async () => {
    const changed = await source();
    const { people, end } = await everything(changed);
    clock += 6 * 60_000;
    const gone = async (uid: string, cursor: Readonly<Record<string, string>>) => {
      await slapd.change(`dn: uid=${uid},ou=people,${SUFFIX}\nchangetype: delete\n`);
      return (await changes(changed, cursor)).end!;
    };
    const first = await gone('p10', end.cursor);
    expect(first.sweep).toBe(true);
    const ids = await changed.ids();
    expect(ids.people.has(people.get('p10')!.externalId)).toBe(false);
    expect(ids.people.size).toBe(people.size - 1);
    expect(ids.groups.size).toBe(3);
    const second = await gone('p11', first.cursor);
    expect(second.sweep).toBe(false);
    clock += 6 * 60_000;
    const third = (await changes(changed, second.cursor)).end!;
    expect(third.sweep).toBe(true);
    expect((await changes(changed, third.cursor)).end!.sweep).toBe(false);
  });

  it('is read from the start where the cursor is of another one', async () => {
    const { end } = await everything(await source());
    const cursor = { ...end.cursor, csns: '0#007=20200101000000.000000Z#000000#007#000000' };
    expect((await changes(await source(), cursor)).end).toBeNull();
    expect((await changes(await source(), {})).end).toBeNull();
  });

  it('is read as any other server by times of modification', async () => {
    const other = await source({
      kind: 'other',
      map: { externalId: 'entryUUID' },
      groups: { base: `ou=groups,${SUFFIX}`, member: 'member' },
    });
    const { people, end } = await everything(other);
    expect(people.size).toBeGreaterThan(PUPILS);
    await slapd.change(
      `dn: uid=p20,ou=people,${SUFFIX}\nchangetype: modify\nreplace: mail\nmail: new@example.org\n`,
    );
    const { people: changed } = await changes(other, end.cursor);
    expect(changed.get('p20')!.email).toBe('new@example.org');
  });

  it('tries passwords', async () => {
    const from = await source();
    const { people } = await everything(from);
    const tried = async (uid: string, password: string) =>
      (await from.bind(people.get(uid)!.externalId, password)).outcome;
    expect(await tried('ola', 'right')).toBe('right');
    expect(await tried('ola', 'Right')).toBe('wrong');
    expect(await tried('reset', 'right')).toBe('expired');
    expect(await tried('off', 'right')).toBe('disabled');
    for (let times = 0; times < 3; times++)
      expect(await tried('locked', 'no')).toMatch(/wrong|locked/);
    expect(await tried('locked', 'right')).toBe('locked');
    expect((await from.bind('no-id', 'right')).outcome).toBe('wrong');
  });

  it('is not asked for an empty password', async () => {
    const from = await source();
    const id = await idOf('ola');
    slapd.forget();
    expect((await from.bind(id, '')).outcome).toBe('wrong');
    expect(await from.check({ username: 'ola', password: '' })).toContainEqual(
      expect.objectContaining({ name: 'login', outcome: 'failed', message: 'wrong' }),
    );
    expect(slapd.log()).not.toContain('BIND dn="uid=ola');
  });

  it('finds nobody by what would be a filter', async () => {
    const from = await source();
    slapd.forget();
    const [login] = (await from.check({ username: '*)(uid=*', password: 'right' })).slice(-1);
    expect(login).toMatchObject({ name: 'login', outcome: 'failed', message: 'wrong' });
    await logged(LITERAL);
    expect(slapd.log()).not.toContain('(uid=*)(uid=*)');
    // that of the reader, for the check and for the login
    expect(binds()).toBe(4);
  });

  it('is away while it does not answer, and there again afterwards', async () => {
    const from = await source();
    const id = await idOf('ola');
    expect((await from.bind(id, 'right')).outcome).toBe('right');
    await slapd.halt();
    const begun = performance.now();
    expect((await from.bind(id, 'right')).outcome).toBe('away');
    expect(performance.now() - begun).toBeLessThan(9000);
    await expect(from.ids()).rejects.toThrow('Reading ended early: nothing listens there');
    await slapd.start();
    expect((await from.bind(id, 'right')).outcome).toBe('right');
  });

  it('ends a reading that is cut off, or stopped, as incomplete', async () => {
    const from = await source();
    const halted = from.everything(() => slapd.halt());
    await expect(halted).rejects.toThrow(
      'Reading ended early: the directory closed the connection',
    );
    await slapd.start();
    const stop = new AbortController();
    const stopped = from.everything(async () => stop.abort(), stop.signal);
    await expect(stopped).rejects.toThrow(ReadingEndedEarly);
    const own = new Error('of the one who takes');
    await expect(from.everything(() => Promise.reject(own))).rejects.toBe(own);
  });
});

function sorted(entries: readonly DirectoryEntry[]) {
  const people = new Map<string, DirectoryPerson>();
  const groups = new Map<string, DirectoryGroup>();
  for (const entry of entries) {
    if (entry.kind === 'person') people.set(entry.username!, entry);
    else groups.set(entry.name!, entry);
  }
  return { people, groups };
}
