import { localpart } from '../shared/jid.js';
import type { ManagedUser } from '../users/managed-objects.js';
import { DirectoryLogins } from './directory-logins.js';
import type { BindClass } from './directory-source.js';

const ola = localpart('ola')!;
const MINUTE = 60_000;
const OLA = { source: 'directory:main', externalId: 'u1' };

let now: number;
let asked: string[];
let answer: (password: string) => Promise<BindClass>;
let told: [string, BindClass][];
let managed: ManagedUser | null;
let logins: DirectoryLogins;

beforeEach(() => {
  now = 1000;
  asked = [];
  told = [];
  managed = { ...OLA, fields: { name: true, email: true, password: true, properties: [] } };
  answer = async (password) => (password === 'right' ? 'right' : 'wrong');
  logins = new DirectoryLogins(
    { user: async () => managed },
    {
      find: (source) =>
        source === OLA.source
          ? {
              bind: async (externalId, password) => {
                asked.push(`${externalId} ${password}`);
                return { outcome: await answer(password), passwordTime: null };
              },
            }
          : null,
      admitsAdministrators: (source) => source === OLA.source,
    },
    () => now,
    (source, outcome) => told.push([source, outcome]),
  );
});

const check = (password: string, of = OLA) =>
  logins.check(of, password, new AbortController().signal);
const wrongly = async (times: number) => {
  for (let time = 0; time < times; time++) expect(await check('no')).toBe('wrong');
};

it('knows the directory that keeps a password', async () => {
  expect(await logins.keeperOf(ola)).toMatchObject(OLA);
  managed = { ...managed!, fields: { ...managed!.fields, password: false } };
  expect(await logins.keeperOf(ola)).toBeNull();
  managed = { ...managed, source: 'scim', fields: { ...managed.fields, password: true } };
  expect(await logins.keeperOf(ola)).toBeNull();
  managed = null;
  expect(await logins.keeperOf(ola)).toBeNull();
});

it('knows whether the directory may decide about administrators', () => {
  expect(logins.admitsAdministrators(OLA)).toBe(true);
  expect(logins.admitsAdministrators({ ...OLA, source: 'directory:school' })).toBe(false);
});

it('asks the directory, and tells what it said', async () => {
  expect(await check('right')).toBe('right');
  expect(await check('Right ')).toBe('wrong');
  expect(asked).toEqual(['u1 right', 'u1 Right ']);
  expect(told).toEqual([
    [OLA.source, 'right'],
    [OLA.source, 'wrong'],
  ]);
});

it('sends no empty password', async () => {
  expect(await check('')).toBe('wrong');
  expect(asked).toEqual([]);
});

it('is away where the file does not have the directory', async () => {
  expect(await check('right', { ...OLA, source: 'directory:gone' })).toBe('away');
});

describe('the brake', () => {
  it('asks no more after five wrong passwords, for a minute; then each wrong one costs a minute', async () => {
    await wrongly(5);
    expect(await check('right')).toBe('wrong');
    now += MINUTE - 1;
    expect(await check('right')).toBe('wrong');
    expect(asked).toHaveLength(5);
    now += 1;
    await wrongly(2);
    expect(asked).toHaveLength(6);
    now += MINUTE;
    expect(await check('right')).toBe('right');
    await wrongly(4);
    expect(await check('right')).toBe('right');
  });

  it('forgets wrong passwords after ten minutes', async () => {
    await wrongly(4);
    now += 10 * MINUTE;
    await wrongly(4);
    expect(await check('right')).toBe('right');
  });

  it('counts per account, and only what was judged wrong', async () => {
    await wrongly(5);
    expect(await check('right', { ...OLA, externalId: 'u2' })).toBe('right');
    for (const outcome of ['away', 'locked', 'disabled', 'expired'] as const) {
      answer = async () => outcome;
      for (let time = 0; time < 6; time++) {
        expect(await check('no', { ...OLA, externalId: outcome })).toBe(outcome);
      }
    }
  });

  it('lets no more than five run at the same time that may turn out wrong', async () => {
    const open: ((outcome: BindClass) => void)[] = [];
    answer = () => new Promise((resolve) => open.push(resolve));
    const all = Array.from({ length: 9 }, (_, index) => check(`p${index}`));
    await new Promise(setImmediate);
    expect(asked).toHaveLength(5);
    // one that was right lets the next in
    open.shift()!('right');
    await new Promise(setImmediate);
    expect(asked).toHaveLength(6);
    while (open.length > 0) open.shift()!('wrong');
    const outcomes = await Promise.all(all);
    expect(outcomes.filter((one) => one === 'wrong')).toHaveLength(8);
    expect(asked).toHaveLength(6);
  });
});
