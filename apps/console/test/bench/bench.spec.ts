import { table } from '@chat-admin/bench/figures';
import type { Figure } from '@chat-admin/bench/figures';
import { ratios } from '@chat-admin/bench/statistics';
import { ADMIN, journeys, Product } from '../support/product';
import { Visitor } from './visitor';

const suite = await journeys('How fast the console is');
const isQuick = process.env['QUICK'] === '1';
const ROUNDS = isQuick ? 1 : 9;
const SCROLLS = isQuick ? 1 : 3;
const USERS = isQuick ? 10_000 : 1_000_000;
const ROOMS = isQuick ? 2000 : 200_000;
/** A list shows no more. */
const SCROLLED = isQuick ? 1000 : 5000;

/** Digits as wide as those of the last one, so that the order of names is that of numbers. */
const nameOf = (prefix: string, number: number): string =>
  prefix + String(number).padStart(String(USERS).length, '0');
const sqlName = (prefix: string): string =>
  `'${prefix}' || lpad(n::text, ${String(USERS).length}, '0')`;

/** What is timed, in milliseconds, in each round. */
const TIMED = {
  blank: 'a blank page of the same service',
  usersCall: 'the bare call of the first users',
  roomsCall: 'the bare call of the first rooms',
  signIn: 'first view of the sign-in',
  users: `first view of ${USERS.toLocaleString('en')} users`,
  search: 'one of them is searched for',
  rooms: `first view of ${ROOMS.toLocaleString('en')} rooms`,
} as const;
type Timed = keyof typeof TIMED;
/** Section 8 of the design of the console */
const GOALS_MS: Partial<Record<Timed, number>> = {
  signIn: 1500,
  users: 2500,
  search: 500,
  rooms: 2500,
};

/**
 * Section 8 of the design of the console: what a person waits for, on a slow machine behind a slow line, beside a blank
 * page and the bare calls in the same round.
 */
suite('How fast the console is', () => {
  let product: Product;
  let visitor: Visitor;
  beforeAll(async () => {
    product = await Product.start({ api: { consoleInsecureCookie: true } });
    // without triggers: else a million events were published while it is measured
    await product.world.sql(`
      begin; set local session_replication_role = replica;
      insert into account (username, name) select ${sqlName('person')}, 'Person ' || n
      from generate_series(1, ${USERS}) n;
      insert into room (service, name, natural_name, public_room, persistent)
      select 'conference', ${sqlName('room')}, 'Room ' || n, true, true
      from generate_series(1, ${ROOMS}) n;
      commit`);
    // else the database would tidy up while it is measured
    for (const table of ['account', 'room']) await product.world.sql(`vacuum analyze ${table}`);
    const { context } = await product.open({ as: ADMIN });
    visitor = new Visitor(context.browser()!, product.world.api.url, await context.storageState());
    await product.closeConsoles();
  }, 900_000);
  afterAll(() => product?.stop());

  it('is measured until people see what they came for', async () => {
    const times: Record<Timed, number[]> = {
      ...{ blank: [], usersCall: [], roomsCall: [], signIn: [], users: [], search: [], rooms: [] },
    };
    for (let round = 0; round < ROUNDS; round++) {
      const note = (what: Timed, ms: number) => times[what].push(ms);
      const user = nameOf('person', 1 + Math.floor((USERS / ROUNDS) * (round + 0.5)));
      note('blank', await visitor.blank());
      note('usersCall', await visitor.call('/users?limit=100'));
      note('roomsCall', await visitor.call('/chatrooms?limit=100'));
      note('signIn', await visitor.signIn());
      const [users, search] = await visitor.listAndSearch('/users', nameOf('person', 1), user);
      note('users', users);
      note('search', search);
      const [rooms] = await visitor.listAndSearch('/rooms', nameOf('room', 1));
      note('rooms', rooms);
    }
    const timed = Object.entries(TIMED).map(([name, what]): Figure => {
      const atMost = GOALS_MS[name as Timed];
      return {
        ...{ goal: '', what, values: times[name as Timed], unit: 'ms' },
        ...(atMost === undefined ? {} : { atMost }),
      };
    });
    const compared: readonly Figure[] = [
      ratio('the sign-in / the blank page', times.signIn, times.blank),
      ratio('the users / their bare call', times.users, times.usersCall),
      ratio('the rooms / their bare call', times.rooms, times.roomsCall),
    ];
    print([...timed, ...compared]);
    expect(times.rooms).toHaveLength(ROUNDS);
  }, 1_800_000);

  it('is measured while many rows are scrolled', async () => {
    const half = SCROLLED / 2;
    const [blank, longest, heap]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < SCROLLS; round++) {
      blank.push(await visitor.longestTaskOfBlank());
      const { longestTask, heaps } = await visitor.scroll('/users', [half, SCROLLED]);
      longest.push(longestTask - blank[round]!);
      heap.push(heaps[1]! / heaps[0]!);
    }
    print([
      { goal: '', what: 'longest task of the blank page', values: blank, unit: 'ms' },
      {
        ...{ goal: '', what: `longest task while ${SCROLLED} rows are scrolled, more than that` },
        ...{ values: longest, unit: 'ms', atMost: 100 },
      },
      {
        ...{ goal: '', what: `heap at ${SCROLLED} rows / at ${half}` },
        ...{ values: heap, unit: 'x', atMost: 1.1 },
      },
    ]);
    expect(heap).toHaveLength(SCROLLS);
  }, 1_800_000);
});

const ratio = (what: string, above: readonly number[], below: readonly number[]): Figure => ({
  ...{ goal: '', what, values: ratios(above, below), unit: 'x' },
});

const print = (figures: readonly Figure[]) => process.stdout.write(`\n${table(figures)}\n`);
