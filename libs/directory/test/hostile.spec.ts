import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DirectoryEntry } from '@chat-admin/domain/directories/directory-source';
import { guidBytes } from '../src/attribute-values.js';
import type { DirectoryConfiguration } from '../src/directory-configuration.js';
import { readDirectoryFile } from '../src/directory-file.js';
import { LdapSource } from '../src/ldap-source.js';
import { writableByReader } from '../src/reader-rights.js';
import { answers, startHostile } from './support/hostile-server.js';
import type { Asked, HostileServer } from './support/hostile-server.js';

type Reply = Buffer | readonly Buffer[] | void;

const BIND = 0x60;
const SEARCH = 0x63;
const EXTENDED = 0x77;

let folder: string;
let server: HostileServer | null = null;
let opened: LdapSource | null = null;
let configuration: DirectoryConfiguration;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chat-admin-hostile-'));
  await writeFile(join(folder, 'directory-main'), 'reader-password');
});
afterEach(async () => {
  opened?.close();
  await server?.close();
});
afterAll(() => rm(folder, { recursive: true }));

/** @param search answers searches; binds are let in */
async function against(
  search: (asked: Asked, socket: Socket) => Reply,
  changed: Record<string, unknown> = {},
): Promise<LdapSource> {
  return open((asked, socket) => {
    if (asked.operation === BIND) return answers.bound(asked.id);
    return asked.operation === SEARCH ? search(asked, socket) : undefined;
  }, changed);
}

async function open(
  answer: (asked: Asked, socket: Socket) => Reply,
  changed: Record<string, unknown> = {},
  binds?: number,
): Promise<LdapSource> {
  server = await startHostile(answer);
  const entry = {
    name: 'main',
    kind: 'other',
    servers: [server.url],
    bind: 'cn=reader',
    people: { base: 'ou=people' },
    map: { externalId: 'id' },
    ...changed,
  };
  const path = join(folder, 'directories.yaml');
  await writeFile(path, JSON.stringify({ directories: [entry] }));
  const [read] = await readDirectoryFile(path, { CREDENTIALS_DIRECTORY: folder });
  configuration = read!;
  return (opened = new LdapSource(configuration, binds === undefined ? {} : { binds }));
}

const ola = (id: number, name = 'ola') =>
  answers.entry(id, `uid=${name},ou=people`, { id: [name], uid: [name] });

const everything = async (source: LdapSource) => {
  const entries: DirectoryEntry[] = [];
  const end = await source.everything(async (more) => void entries.push(...more));
  return { entries, end };
};
const ended = (source: LdapSource) =>
  everything(source).then(
    () => 'it was read whole',
    (error: Error) => error.message.replace(/^Reading ended early: /, ''),
  );

it.each([
  [
    'with it',
    (id: number, socket: Socket) => {
      socket.write(Buffer.concat([answers.extended(id), answers.bound(2)]));
    },
  ],
  [
    'after it',
    (id: number, socket: Socket) => {
      socket.setNoDelay(true).write(answers.extended(id));
      setImmediate(() => socket.write(answers.bound(2)));
    },
  ],
])('never binds where bytes come with the answer to StartTLS: %s', async (_, inject) => {
  const source = await open(
    ({ id, operation }, socket) => (operation === EXTENDED ? inject(id, socket) : undefined),
    { startTls: true },
  );
  const steps = await source.check();
  expect(steps.map(({ name, outcome }) => `${name} ${outcome}`).slice(0, 4)).toEqual([
    ...['resolve ok', 'connect ok', 'tls failed', 'bind skipped'],
  ]);
  expect(server!.asked.map(({ operation }) => operation)).toEqual([EXTENDED]);
  expect(server!.received().includes('reader-password')).toBe(false);
});

it('is read over empty pages to the last one', async () => {
  const pages = ['', 'a', '', 'b', ''].entries();
  const source = await against(({ id }) => {
    const [page, name] = pages.next().value!;
    const end = answers.done(id, page === 4 ? '' : `cookie ${page}`);
    return name === '' ? end : [ola(id, name), end];
  });
  const { entries } = await everything(source);
  expect(entries.map(({ externalId }) => externalId)).toEqual(['a', 'b']);
});

it('counts referrals and follows none', async () => {
  const source = await against(({ id }) => [
    answers.reference(id, 'ldap://127.0.0.1:1/dc=elsewhere'),
    ola(id),
    answers.done(id),
  ]);
  const { entries, end } = await everything(source);
  expect(entries).toHaveLength(1);
  expect(end).toMatchObject({ referrals: 1, gone: [] });
});

const LIES: readonly (readonly [string, (asked: Asked, socket: Socket) => Reply, string])[] = [
  [
    'closes within a page',
    ({ id }, socket) => void socket.end(ola(id)),
    'the directory closed the connection',
  ],
  ['resets the connection', (_, socket) => void socket.resetAndDestroy(), 'ECONNRESET'],
  [
    'leaves out whether that was all',
    ({ id }) => [ola(id), answers.done(id, null)],
    'the directory does not say whether that was all',
  ],
  [
    'sends somebody twice',
    ({ id }) => [ola(id), ola(id), answers.done(id)],
    'the entry ola was sent twice',
  ],
  [
    'sends the same page for ever',
    ({ id }) => [ola(id), answers.done(id, 'again')],
    'the entry ola was sent twice',
  ],
  [
    'sends empty pages for ever',
    ({ id }) => answers.done(id, 'again'),
    'the directory sends empty pages for ever',
  ],
  [
    'hides ids',
    ({ id }) => [answers.entry(id, 'uid=ola', { uid: ['ola'] }), answers.done(id)],
    'uid=ola shows no id; the reader needs the right to read it',
  ],
  [
    'refuses within the reading',
    ({ id }) => [ola(id), answers.done(id, '', 4)],
    'size limit exceeded (4)',
  ],
  ['refers elsewhere', ({ id }) => answers.done(id, '', 10), 'referral to another server (10)'],
  [
    'speaks another protocol',
    () => Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'),
    'something else than a message',
  ],
  ['answers to nothing', ({ id }) => ola(id + 1), 'an answer to nothing that was asked'],
  [
    'sends intermediate responses',
    ({ id }) => answers.intermediate(id),
    'an answer of another kind',
  ],
  [
    'sends a message that is too long',
    () => Buffer.from([0x30, 0x84, 0x7f, 0xff, 0xff, 0xff]),
    'a message of more than 64 MiB',
  ],
  [
    'sends a length of unknown form',
    () => Buffer.from([0x30, 0x80, 0, 0]),
    'a length of unknown form',
  ],
  // attributes longer than their message: ldapts reads these for ever
  [
    'sends elements longer than their parent',
    ({ id }) => Buffer.from([0x30, 9, 2, 1, id, 0x64, 4, 4, 0, 0x30, 0x20]),
    'an element that ends after its parent',
  ],
  [
    'sends a number too long',
    () => Buffer.from([0x30, 7, 2, 5, 1, 1, 1, 1, 1]),
    'a number too long',
  ],
];

it.each(LIES)(
  'does not take for whole what comes from a server that %s',
  async (_, lie, reason) => {
    expect(await ended(await against(lie))).toContain(reason);
  },
);

it('ends an answer without end, in little memory', async () => {
  const before = process.memoryUsage().rss;
  const block = Buffer.concat(Array.from({ length: 100 }, (_, index) => ola(2, `p${index}`)));
  const source = await against((_, socket) => {
    const pour = (): void => {
      while (!socket.destroyed && socket.write(block));
      socket.once('drain', pour);
    };
    pour();
  });
  expect(await ended(source)).toContain('more entries than a page may have');
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
});

it.each([
  ['of nothing but zeros', 0, 'too many elements'],
  ['of one value', 1, 'the directory closed the connection'],
])('ends a long message %s, in little memory', async (_, isValue, reason) => {
  const before = process.memoryUsage().rss;
  const length = 60 * 1024 * 1024;
  const head = Buffer.from([
    0x30,
    0x84,
    0,
    0,
    0,
    0,
    ...(isValue ? [2, 1, 3, 0x04, 0x83, 0xff, 0xff, 0xff] : []),
  ]);
  head.writeUInt32BE(length, 2);
  const source = await against(
    (_asked, socket) =>
      void socket.end(Buffer.concat([head, Buffer.alloc(isValue ? length / 2 : length)])),
  );
  expect(await ended(source)).toContain(reason);
  expect(process.memoryUsage().rss - before).toBeLessThan(250 * 1024 * 1024);
});

describe('a password', () => {
  it('is not sent without a name to whom it belongs', async () => {
    const source = await against(({ id }) => [
      answers.entry(id, '', { id: ['ola'] }),
      answers.done(id),
    ]);
    expect((await source.bind('ola', 'right')).outcome).toBe('away');
    expect(server!.received().includes('right')).toBe(false);
  });

  it('is wrong where two have the id', async () => {
    const source = await against(({ id }) => [ola(id), ola(id), answers.done(id)]);
    expect((await source.bind('ola', 'right')).outcome).toBe('wrong');
    expect(server!.received().includes('right')).toBe(false);
  });

  it('is not sent again to a server that drops the connection', async () => {
    let binds = 0;
    const source = await open(({ id, operation }, socket) => {
      if (operation === SEARCH) return [ola(id), answers.done(id)];
      if ((binds += 1) === 1) return answers.bound(id);
      return void socket.destroy();
    });
    expect((await source.bind('ola', 'right')).outcome).toBe('away');
    expect(binds).toBe(2);
  });

  it('is away as soon as nobody waits, and is not sent afterwards', async () => {
    const end = new AbortController();
    let asked: () => void = () => undefined;
    const lookedUp = new Promise<void>((resolve) => (asked = resolve));
    let answer: () => void = () => undefined;
    const source = await against(({ id }, socket) => {
      answer = () => [ola(id), answers.done(id)].forEach((bytes) => socket.write(bytes));
      asked();
    });
    const ended = source.bind('ola', 'right', end.signal);
    await lookedUp;
    // waits for the connection that the first one holds
    const second = source.bind('ola', 'second', end.signal);
    end.abort();
    expect([(await ended).outcome, (await second).outcome]).toEqual(['away', 'away']);
    answer();
    const late = source.bind('ola', 'late', AbortSignal.abort());
    expect((await late).outcome).toBe('away');
    expect(server!.received().toString('latin1')).not.toMatch(/right|second|late/);
  });

  it('is wrong once it was refused, though nobody waits for why', async () => {
    const end = new AbortController();
    let searches = 0;
    const source = await open(({ id, operation, dn }) => {
      if (operation === BIND) return answers.bound(id, dn === 'cn=reader' ? 0 : 49);
      if ((searches += 1) === 1) return [ola(id), answers.done(id)];
      return void end.abort();
    });
    expect((await source.bind('ola', 'no', end.signal)).outcome).toBe('wrong');
    expect(searches).toBe(2);
  });

  it('is wrong once it was refused, though the server goes away before it says why', async () => {
    let isGone = false;
    const source = await open(({ id, operation, dn }, socket) => {
      if (isGone) return void socket.destroy();
      if (operation === SEARCH) return [ola(id), answers.done(id)];
      isGone = dn !== 'cn=reader';
      return answers.bound(id, isGone ? 49 : 0);
    });
    expect((await source.bind('ola', 'no')).outcome).toBe('wrong');
  });

  it('does not wait for its turn longer than its caller', async () => {
    let bound: () => void = () => undefined;
    const reached = new Promise<void>((resolve) => (bound = resolve));
    let answer: () => void = () => undefined;
    const source = await open(
      (asked, socket) => {
        if (asked.operation === SEARCH) return [ola(asked.id), answers.done(asked.id)];
        if (asked.dn === 'cn=reader') return answers.bound(asked.id);
        answer = () => socket.write(answers.bound(asked.id));
        bound();
      },
      {},
      1,
    );
    const first = source.bind('ola', 'right');
    await reached;
    const end = new AbortController();
    const second = source.bind('ola', 'second', end.signal);
    const third = source.bind('ola', 'third');
    end.abort();
    expect((await second).outcome).toBe('away');
    answer();
    expect((await first).outcome).toBe('right');
    // it had to wait for the first
    while (!server!.received().includes('third')) await new Promise(setImmediate);
    answer();
    expect((await third).outcome).toBe('right');
    expect(server!.received().includes('second')).toBe(false);
  });

  it.each([
    ['52e', 'wrong'],
    ['775', 'locked'],
    ['533', 'disabled'],
    ['773', 'expired'],
  ])('gets the answer of Active Directory: data %s is %s', async (data, outcome) => {
    const id = '00112233-4455-6677-8899-aabbccddeeff';
    const source = await open(
      (asked) => {
        if (asked.operation === SEARCH) {
          const values = { objectGUID: [guidBytes(id)!], pwdLastSet: ['7'] };
          return [answers.entry(asked.id, 'CN=Ola', values), answers.done(asked.id)];
        }
        return asked.dn === 'CN=Ola'
          ? answers.bound(asked.id, 49, `AcceptSecurityContext error, data ${data}, v2580`)
          : answers.bound(asked.id);
      },
      { kind: 'ad', map: {} },
    );
    expect(await source.bind(id, 'right')).toEqual({ outcome, passwordTime: '7' });
  });
});

describe('Active Directory', () => {
  const GUID = (number: number) =>
    guidBytes(`00000000-0000-0000-0000-${String(number).padStart(12, '0')}`)!;
  const MEMBERS = Array.from({ length: 2500 }, (_, index) => `CN=p${index},OU=people`);
  const domain = { server: 'CN=DC1', invocation: GUID(1), usn: '10' };
  const CONFIGURED = {
    kind: 'ad',
    map: {},
    people: { base: 'OU=people' },
    groups: { base: 'OU=groups' },
  };

  /** @param range answers for members from a place on; null: as Active Directory does, by thousands */
  const controller = (range: ((start: number) => readonly [string, readonly string[]]) | null) => {
    let page = 0;
    return (asked: Asked): Reply => {
      const { id, dn } = asked;
      const wanted = asked.attributes.find((name) => name.startsWith('member;range='));
      const start = Number(/=(\d+)-/.exec(wanted ?? '')?.[1] ?? 0);
      const honest = (from: number) => {
        const last = from + 1000 >= MEMBERS.length ? '*' : from + 999;
        return [`${from}-${last}`, MEMBERS.slice(from, from + 1000)] as const;
      };
      const group = () => {
        const [name, members] = (range ?? honest)(start);
        const values = { objectGUID: [GUID(9999)], cn: ['All'], [`member;range=${name}`]: members };
        return answers.entry(id, 'CN=All,OU=groups', values);
      };
      switch (dn) {
        case '':
          return [
            answers.entry(id, '', {
              dsServiceName: [domain.server],
              highestCommittedUSN: [domain.usn],
            }),
            answers.done(id, null),
          ];
        case domain.server:
          return [
            answers.entry(id, dn, { invocationId: [domain.invocation] }),
            answers.done(id, null),
          ];
        case 'OU=people': {
          const from = 500 * page;
          page = (page + 1) % 5;
          const people = MEMBERS.slice(from, from + 500).map((member, index) =>
            answers.entry(id, member, {
              objectGUID: [GUID(from + index)],
              sAMAccountName: [`p${from + index}`],
              userAccountControl: [from + index === 0 ? '514' : '512'],
              accountExpires: ['133801632000000000'],
            }),
          );
          return [...people, answers.done(id, page === 0 ? '' : 'more')];
        }
        default:
          return [group(), answers.done(id)];
      }
    };
  };

  it('is read by ranges to the last member', async () => {
    const { entries, end } = await everything(await against(controller(null), CONFIGURED));
    const group = entries.at(-1)!;
    expect(group.kind === 'group' && group.members).toHaveLength(2500);
    expect(end.cursor).toMatchObject({ server: 'CN=DC1', usn: '10' });
    expect(entries.slice(0, 2)).toMatchObject([
      { username: 'p0', disabled: true, disabledFrom: new Date('2025-01-01T00:00:00Z') },
      { username: 'p1', disabled: false },
    ]);
  });

  it.each([
    [
      'starts elsewhere',
      (start: number) => [`${start + 1}-*`, ['CN=a']],
      'a range starts at 1, not 0',
    ],
    [
      'has fewer values than it says',
      () => ['0-999', ['CN=a']],
      'a range has fewer values than it says',
    ],
    ['never ends', () => ['0-0', ['CN=a']], 'a range starts at 0, not 1'],
    ['cannot be read', () => ['a-b', ['CN=a']], 'a range cannot be read'],
  ] as const)('is not taken for whole where a range %s', async (_, range, reason) => {
    const lying = controller(range as unknown as Parameters<typeof controller>[0]);
    expect(await ended(await against(lying, CONFIGURED))).toContain(reason);
  });

  it('is asked once while its update number stays, and read whole on another controller', async () => {
    const source = await against(controller(null), CONFIGURED);
    const { end } = await everything(source);
    const before = server!.asked.length;
    const none = await source.changes(end.cursor, () => Promise.reject(new Error('none')));
    expect(none).toMatchObject({ cursor: end.cursor, sweep: false });
    // the bind, and the search
    expect(server!.asked.length - before).toBe(2);
    const elsewhere = { ...end.cursor, server: 'CN=DC2' };
    expect(await source.changes(elsewhere, async () => undefined)).toBeNull();
    const restored = { ...end.cursor, invocation: 'another', usn: '9' };
    expect(await source.changes(restored, async () => undefined)).toBeNull();
    const ahead = { ...end.cursor, usn: '11' };
    expect(await source.changes(ahead, async () => undefined)).toBeNull();
  });
});

describe('the rights of the reader', () => {
  const RIGHTS = 'allowedAttributesEffective';
  const own = 'CN=Reader, ou=people';
  /** @param rights of the people by DN, and of their base */
  async function found(
    rights: Readonly<Record<string, readonly string[]>>,
    base: Readonly<Record<string, readonly string[]>> = {},
    kind = 'ad',
  ) {
    const entries = Object.entries(rights);
    const more = kind === 'ad' ? { kind, map: {} } : {};
    await against(
      ({ id, parts }) => {
        const isBase = parts[1]!.content[0] === 0;
        const some = isBase
          ? [answers.entry(id, 'ou=people', base)]
          : entries.map(([dn, names]) => answers.entry(id, dn, { [RIGHTS]: names }));
        return [...some, answers.done(id)];
      },
      { ...more, bind: 'cn=reader,ou=people' },
    );
    return writableByReader(configuration);
  }

  it.each([
    ['none', { 'cn=a': [], 'cn=b': [] }, {}, []],
    ['those to all people', { 'cn=a': ['mail', 'cn'], 'cn=b': ['mail'] }, {}, ['mail']],
    ['those to itself do not count', { 'cn=a': [], [own]: ['mail'] }, {}, []],
    ['by whatever name', { 'cn=a': [], 'cn=itself': ['mail'] }, {}, []],
    ['to make people', { 'cn=a': [] }, { allowedChildClassesEffective: ['user'] }, ['user']],
    ['to all but itself', { 'cn=a': ['mail'], [own]: [] }, {}, ['mail']],
  ])('%s', async (_, people, base, expected) => {
    expect(await found(people, base)).toEqual(expected);
    expect(server!.asked.map(({ operation }) => operation)).toEqual([BIND, SEARCH, SEARCH]);
  });

  it('are not known of servers that do not say them', async () => {
    expect(await found({ 'cn=a': [] }, {}, 'other')).toBeNull();
  });
});
