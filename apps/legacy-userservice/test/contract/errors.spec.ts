import {
  CostlyCalls,
  MOST_NORMALIZED,
  MOST_SORTED,
  WORST_TEXTS,
} from '@chat-admin/domain/testing/costly-calls';
import { TYPES } from '../../src/operations.js';
import type { OperationType } from '../../src/operations.js';
import { PARAMETERS } from '../../src/userservice.query.js';
import { PASSWORD, encoded, expectReply, TestUserService, ways } from '../support/user-service.js';
import type { Sent } from '../support/user-service.js';

let service: TestUserService;
beforeAll(async () => {
  service = await TestUserService.start({ failedLoginLimit: 0 });
  await service.seed();
});
afterAll(() => service.stop());

const BOB = 'bob@example.org';
const CARA = 'cara@example.org';
const DAN = 'dan@example.org';
const TOO_MANY = Array.from({ length: 1001 }, (_, index) => index).join();
const roster = (type: OperationType): readonly (readonly [OperationType, string, Sent])[] => [
  [type, 'IllegalArgumentException', { item_jid: BOB }],
  [type, 'IllegalArgumentException', { username: 'ann' }],
  [type, 'IllegalArgumentException', { username: 'ann', item_jid: '' }],
  [type, 'IllegalArgumentException', { username: 'ann', item_jid: '@x' }],
  [type, 'IllegalArgumentException', { username: 'ann', item_jid: BOB, subscription: '' }],
  [type, 'IllegalArgumentException', { username: 'ann', item_jid: BOB, subscription: '4' }],
  [type, 'IllegalArgumentException', { username: 'ann', item_jid: BOB, subscription: '+1' }],
  [type, 'IllegalArgumentException', { username: 'ann', item_jid: BOB, subscription: ' 1' }],
  [type, 'UserNotFoundException', { username: 'ghost', item_jid: BOB }],
];

/** The errors of each type apart from secret and enablement. */
const failures: readonly (readonly [OperationType, string, Sent])[] = [
  ['add', 'IllegalArgumentException', { password: PASSWORD }],
  ['add', 'IllegalArgumentException', { username: 'zoe' }],
  ['add', 'IllegalArgumentException', { username: 'zoe', password: '' }],
  ['add', 'IllegalArgumentException', { username: 'zoe', password: '\u0007' }],
  ['add', 'IllegalArgumentException', { username: 'zoe', password: 'x'.repeat(1024) }],
  ['add', 'IllegalArgumentException', { username: ' ', password: PASSWORD }],
  ['add', 'IllegalArgumentException', { username: 'a\tb', password: PASSWORD }],
  ['add', 'IllegalArgumentException', { username: 'x'.repeat(65), password: PASSWORD }],
  ['add', 'IllegalArgumentException', { username: 'zoe', password: 'p', name: 'n'.repeat(101) }],
  ['add', 'IllegalArgumentException', { username: 'zoe', password: 'p', email: 'n'.repeat(101) }],
  ['add', 'IllegalArgumentException', { username: 'zoe', password: 'p', groups: 'n'.repeat(51) }],
  ['add', 'UserAlreadyExistsException', { username: 'ann', password: PASSWORD }],
  ['add', 'UserAlreadyExistsException', { username: 'ANN ', password: PASSWORD, groups: 'New' }],
  ['update', 'IllegalArgumentException', {}],
  ['update', 'IllegalArgumentException', { username: 'ann', password: '' }],
  ['update', 'IllegalArgumentException', { username: 'ann', email: 'e'.repeat(101) }],
  ['update', 'IllegalArgumentException', { username: 'ann', name: 'x', groups: 'n'.repeat(51) }],
  ['update', 'UserNotFoundException', { username: 'ghost', groups: 'New' }],
  ['add', 'IllegalArgumentException', { username: 'zoe', password: 'p', groups: TOO_MANY }],
  ['update', 'IllegalArgumentException', { username: 'ann', groups: TOO_MANY }],
  ['add_roster', 'IllegalArgumentException', { username: 'ann', item_jid: DAN, groups: TOO_MANY }],
  [
    'update_roster',
    'IllegalArgumentException',
    { username: 'ann', item_jid: BOB, groups: TOO_MANY },
  ],
  ['update', 'UserNotFoundException', { username: '' }],
  ['delete', 'IllegalArgumentException', {}],
  ['delete', 'IllegalArgumentException', { username: 'a\u0001b' }],
  ['delete', 'UserNotFoundException', { username: 'ghost' }],
  ['disable', 'IllegalArgumentException', {}],
  ['disable', 'UserNotFoundException', { username: 'ghost' }],
  ['enable', 'IllegalArgumentException', {}],
  ['enable', 'UserNotFoundException', { username: '  ' }],
  ...roster('add_roster'),
  ['add_roster', 'UserAlreadyExistsException', { username: 'ann', item_jid: BOB }],
  ['add_roster', 'UserAlreadyExistsException', { username: 'ann', item_jid: `${BOB}/home` }],
  ['add_roster', 'SharedGroupException', { username: 'ann', item_jid: DAN, groups: 'x,Crew' }],
  [
    'add_roster',
    'IllegalArgumentException',
    { username: 'ann', item_jid: DAN, name: 'n'.repeat(256) },
  ],
  ...roster('update_roster'),
  ['update_roster', 'UserNotFoundException', { username: 'ann', item_jid: DAN }],
  ['update_roster', 'SharedGroupException', { username: 'ann', item_jid: CARA, groups: 'x' }],
  ['update_roster', 'SharedGroupException', { username: 'ann', item_jid: CARA, groups: '' }],
  [
    'update_roster',
    'SharedGroupException',
    { username: 'ann', item_jid: CARA, subscription: '-1' },
  ],
  ...roster('delete_roster'),
  ['delete_roster', 'SharedGroupException', { username: 'ann', item_jid: CARA }],
  ['grouplist', 'IllegalArgumentException', { raw: 'username=%ff' }],
  ['usergrouplist', 'IllegalArgumentException', {}],
  ['usergrouplist', 'UserNotFoundException', { username: 'ghost' }],
];

const READING: readonly string[] = ['grouplist', 'usergrouplist'];

/**
 * Checks the reply, one audit entry for a change that has passed the secret, and that nothing is
 * stored.
 */
async function isRefused(sent: Sent, error: string, entries: readonly string[]): Promise<void> {
  const before = await service.stored();
  for (const way of ways) {
    expectReply(await service.call(sent, way), `<error>${error}</error>`);
    const summaries = (await service.audited()).map(({ username, summary, details }) => {
      expect(username).toBe('userservice');
      expect(details).toMatch(
        new RegExp(
          `^object=${way.address}; outcome=200; exception=${error}; request=[0-9a-f-]{36}; address=127\\.0\\.0\\.1(; changed=[a-z,]+)?$`,
        ),
      );
      return summary;
    });
    expect(summaries).toEqual(entries);
  }
  expect(await service.stored()).toEqual(before);
}

it.each(failures)('%s answers %s to %j', async (type, error, parameters) => {
  const entry = `${type} user ${parameters['username'] ?? ''}`.trimEnd();
  await isRefused({ type, ...parameters }, error, READING.includes(type) ? [] : [entry]);
});

const good: Sent = { username: 'ann', password: PASSWORD, item_jid: BOB };

describe.each(TYPES)('%s', (type) => {
  it.each<Sent>([
    { secret: undefined },
    { secret: '' },
    { secret: 'wrong' },
    { secret: 'SECRET-of-the-tests' },
    { secret: undefined, raw: 'secret=%ff' },
    { secret: undefined, raw: 'secret=secret-of-the-tests%00' },
    { secret: undefined, raw: 'secret=wrong&secret=secret-of-the-tests' },
  ])('answers RequestNotAuthorised to %j', async (secret) => {
    await isRefused({ type, ...good, ...secret }, 'RequestNotAuthorised', []);
  });

  it.each(['password', 'name', 'email', 'groups', 'item_jid', 'subscription', 'username'])(
    'answers IllegalArgumentException when %s cannot be decoded',
    async (name) => {
      for (const value of ['%ff', '%zz', '%', 'a%00']) {
        const sent = { type, ...good, [name]: undefined, raw: `${name}=${value}` };
        const entry = name === 'username' ? `${type} user` : `${type} user ann`;
        await isRefused(sent, 'IllegalArgumentException', READING.includes(type) ? [] : [entry]);
      }
    },
  );
});

it('answers UserServiceDisabled to every type', async () => {
  await service.setProperty('plugin.userservice.enabled', 'false');
  for (const type of TYPES) await isRefused({ type, ...good }, 'UserServiceDisabled', []);
  await service.setProperty('plugin.userservice.enabled', 'true');
});

it.each<Sent>([
  {},
  { type: '' },
  { type: 'ADD' },
  { type: 'add ' },
  { type: 'nonsense' },
  { type: 'constructor' },
  { raw: 'type=%ff' },
  { raw: 'type=nonsense&type=add' },
])('answers IllegalArgumentException to the type in %j, without an audit entry', async (sent) => {
  await isRefused({ ...good, ...sent }, 'IllegalArgumentException', []);
});

/** What the address takes, and a form. */
const MOST_SENT = { GET: 12_000, POST: 60_000 };

it('normalises and sorts no text beyond its bound, in whatever parameter it is sent', async () => {
  const fitting = (text: string, most: number): string =>
    encoded({ text }).length > most ? fitting(text.slice(0, text.length * 0.8), most) : text;
  const calls = new CostlyCalls();
  try {
    for (const way of ways.slice(0, 2)) {
      const texts = WORST_TEXTS.map((text) => fitting(text, MOST_SENT[way.method]));
      const sent = TYPES.flatMap((type) =>
        PARAMETERS.flatMap((name) => texts.map((text) => ({ type, ...good, [name]: text }))),
      );
      // no more at once than the database is asked for within its limits
      for (let start = 0; start < sent.length; start += 50) {
        const some = sent.slice(start, start + 50);
        const statuses = await Promise.all(
          some.map(async (one) => (await service.call(one, way)).status),
        );
        expect(new Set(statuses)).toEqual(new Set([200]));
      }
    }
  } finally {
    calls.restore();
  }
  expect(calls.longest('normalize')).toBeGreaterThan(0);
  expect(calls.longest('normalize')).toBeLessThanOrEqual(MOST_NORMALIZED);
  for (const name of ['sort', 'toSorted'] as const)
    expect(calls.longest(name)).toBeLessThanOrEqual(MOST_SORTED);
});
