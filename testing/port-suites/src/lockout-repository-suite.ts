import type { Lockout, LockoutSelection, LockoutTerms } from '@chat-admin/domain/users/lockout';
import type { Open } from './repositories.js';
import { anAccount, name } from './samples.js';

const HOUR = 3_600_000;
const ALL: LockoutSelection = { active: null, author: null };
const BY_NAME = { sort: 'username', descending: false };
const ola = name('ola');

/** In whole seconds, the same all along. */
const NOW = Math.trunc(Date.now() / 1000) * 1000;
/** A time so many hours from now. */
const hours = (amount: number) => new Date(NOW + amount * HOUR);

const terms = (from: number, until: number | null, reason: string | null = null): LockoutTerms => ({
  reason,
  from: hours(from),
  until: until === null ? null : hours(until),
});

/** Lockouts, their times, and lists of them. */
export function lockoutRepositorySuite(open: Open): void {
  beforeEach(async () => {
    await open().startOver();
    await open().users.add(['ola', 'zoe', 'cy', 'dan'].map((one) => anAccount(one)));
  });

  const put = (user: string, wanted: LockoutTerms, author = 'secret') =>
    open().transactions.run(async () => {
      await open().lockouts.hold(name(user));
      await open().lockouts.put(name(user), wanted, author);
    });

  async function names(selection: Partial<LockoutSelection>, sort = 'username') {
    const { items } = await open()
      .lockouts.select({ ...ALL, ...selection })
      .page({ sort, descending: false, limit: 10, after: null });
    return items.map(({ username }) => username);
  }

  it('says who, since when, until when and why; what is replaced keeps the time it was made', async () => {
    const { lockouts } = open();
    expect(await lockouts.find(ola)).toBeNull();
    await put('ola', terms(-1, 1, 'Spam'), 'key:portal');
    const first = (await lockouts.find(ola))!;
    expect(first).toMatchObject({
      ...{ username: 'ola', author: 'key:portal', active: true },
      ...terms(-1, 1, 'Spam'),
    });
    await put('ola', terms(2, null), 'admin');
    expect(await lockouts.find(ola)).toEqual({
      ...{ username: 'ola', author: 'admin', active: false, created: first.created },
      ...terms(2, null),
    });
  });

  it('holds while it is active, and tells when it will', async () => {
    const { users } = open();
    const states: unknown[] = [];
    for (const [from, until] of [
      [-1, null],
      [-1, 1],
      [1, 2],
      [-2, -1],
    ] as const) {
      await put('ola', terms(from, until));
      const { locked, lockedIn } = (await users.login(ola))!;
      states.push([locked, lockedIn === null ? null : Math.round(lockedIn / HOUR)]);
    }
    expect(states).toEqual([
      [true, null],
      [true, null],
      [false, 1],
      [false, null],
    ]);
  });

  it('a lock is now and without end, and leaves the rest of a lockout as it is', async () => {
    const { lockouts } = open();
    await put('ola', terms(-1, 1, 'Spam'), 'admin');
    await lockouts.lock(ola, 'secret');
    const expected = { reason: 'Spam', author: 'admin', until: null, active: true };
    expect(await lockouts.find(ola)).toMatchObject({ ...expected, from: hours(-1) });
    await put('ola', terms(5, 6, 'Spam'), 'admin');
    await lockouts.lock(ola, 'secret');
    const locked = (await lockouts.find(ola))!;
    expect(locked).toMatchObject(expected);
    expect(locked.from.getTime()).toBeLessThan(hours(1).getTime());
    await lockouts.lock(name('zoe'), 'secret');
    expect(await lockouts.find(name('zoe'))).toMatchObject({
      ...{ reason: null, author: 'secret', until: null, active: true },
    });
  });

  it('what has ended is removed by whoever meets it', async () => {
    const { lockouts, transactions } = open();
    await put('ola', terms(-2, -1, 'Spam'), 'admin');
    expect((await lockouts.find(ola))?.active).toBe(false);
    const held = await transactions.run(() => lockouts.hold(ola));
    expect(held?.lockout).toBeNull();
    expect(await lockouts.find(ola)).toBeNull();
    await put('ola', terms(-2, -1, 'Spam'), 'admin');
    await lockouts.lock(ola, 'secret');
    expect(await lockouts.find(ola)).toMatchObject({ reason: null, author: 'secret' });
    await put('ola', terms(-2, -1), 'admin');
    await lockouts.unlock(ola);
    expect(await lockouts.find(ola)).toBeNull();
    expect(await transactions.run(() => lockouts.hold(name('ghost')))).toBeNull();
  });

  it('begins and ends what is due, once, and no more than is asked for', async () => {
    const { lockouts, logins } = open();
    for (const user of ['ola', 'zoe', 'cy']) await put(user, terms(-2, -1));
    await put('dan', terms(1, 2));
    expect(await lockouts.begin(10)).toEqual([]);
    logins.told.length = 0;
    const first = await lockouts.end(2);
    const second = await lockouts.end(2);
    expect([first.length, second.length]).toEqual([2, 1]);
    expect([...first, ...second].sort()).toEqual(['cy', 'ola', 'zoe']);
    expect(await lockouts.end(2)).toEqual([]);
    expect([...logins.told].sort()).toEqual(['cy', 'ola', 'zoe']);
    expect(await lockouts.find(name('dan'))).not.toBeNull();
  });

  it('lists those that have not ended, in any order, and counts them', async () => {
    await put('zoe', terms(-1, 3), 'admin');
    await put('cy', terms(1, 2), 'secret');
    await put('dan', terms(-2, -1), 'admin');
    await put('ola', terms(-1, null), 'admin');
    expect(await names({})).toEqual(['cy', 'ola', 'zoe']);
    expect(await names({}, 'until')).toEqual(['ola', 'cy', 'zoe']);
    expect(await names({ active: true })).toEqual(['ola', 'zoe']);
    expect(await names({ active: false })).toEqual(['cy', 'dan']);
    expect(await names({ author: 'admin' })).toEqual(['ola', 'zoe']);
    expect(await names({ active: false, author: 'admin' })).toEqual(['dan']);
    const list = open().lockouts.select(ALL);
    expect(await list.total()).toEqual({ count: 3, isLimited: false });
    const whole: Lockout[] = [];
    for await (const batch of list.whole(BY_NAME)) whole.push(...batch);
    expect(whole.map(({ active }) => active)).toEqual([false, true, true]);
  });
}
