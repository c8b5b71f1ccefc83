import { perSuite } from '../../test/open-database.js';
import { anAccount, jid, keys, name } from '@chat-admin/port-suites/samples';
import { ChangeFeed } from './change-feed.js';
import { WayToDatabase } from '../../test/way-to-database.js';

const open = perSuite();
let feed: ChangeFeed;
let losses: Error[];
let returns: number;

/** The events of the feed in order; `next` waits for the next one. */
function told(source: ChangeFeed) {
  const heard: string[] = [];
  let wake: () => void = () => undefined;
  const hear = (text: string) => {
    heard.push(text);
    wake();
  };
  source.subscribe((username) => hear(username ?? 'any login'));
  source.onProperties(() => hear('properties'));
  const next = async (): Promise<string> => {
    while (heard.length === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return heard.shift()!;
  };
  return { next, heard };
}

beforeEach(async () => {
  losses = [];
  returns = 0;
  feed = new ChangeFeed({
    url: open().url,
    applicationName: 'feed under test',
    onLoss: (error) => losses.push(error),
    onReturn: () => (returns += 1),
  });
  await feed.start();
});

afterEach(async () => {
  await feed.close();
  await open().query('delete from account');
});

const cutFeed = () =>
  open().query(`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where application_name = 'feed under test'`);

describe('notices', () => {
  it('follow every change of a login, but not new accounts', async () => {
    const { users, userChanges, lockouts, transactions } = open();
    const { next, heard } = told(feed);
    await users.add([anAccount('ola'), anAccount('zoe')]);
    await users.add([anAccount('kim')]);
    await userChanges.update(name('ola'), { name: 'Ola' }, null);
    await userChanges.update(name('zoe'), {}, { scramSha1: keys(3), scramSha256: keys(4) });
    expect(await next()).toBe('zoe');
    await lockouts.lock(name('ola'), 'secret');
    expect(await next()).toBe('ola');
    await lockouts.lock(name('ola'), 'secret');
    await lockouts.unlock(name('ola'));
    expect(await next()).toBe('ola');
    await lockouts.unlock(name('ola'));
    await userChanges.remove(name('zoe'), jid('admin'));
    expect(await next()).toBe('zoe');
    await transactions.run(() => userChanges.rename(name('ola'), name('amy'), {}, null));
    expect([await next(), await next()].sort()).toEqual(['amy', 'ola']);
    await userChanges.remove(name('kim'), jid('admin'));
    expect(await next()).toBe('kim');
    expect(heard).toEqual([]);
  });

  it('arrive with the commit, not before and not after a rollback', async () => {
    const { users, lockouts, transactions } = open();
    const { next, heard } = told(feed);
    await users.add([anAccount('ola'), anAccount('zoe')]);
    await transactions
      .run(async () => {
        await lockouts.lock(name('ola'), 'secret');
        throw new Error('no');
      })
      .catch(() => undefined);
    await lockouts.lock(name('zoe'), 'secret');
    expect(await next()).toBe('zoe');
    expect(heard).toEqual([]);
  });

  it('cover all users when many change at once', async () => {
    const { users, query } = open();
    const { next, heard } = told(feed);
    await users.add(Array.from({ length: 51 }, (_, index) => anAccount(`n${index}`)));
    await query('insert into lockout (username) select username from account limit 50');
    const named = new Set<string>();
    for (let count = 0; count < 50; count += 1) named.add(await next());
    expect(named.size).toBe(50);
    expect(named).not.toContain('any login');
    await query('delete from account');
    const rest: string[] = [];
    while (rest.at(-1) !== 'any login') rest.push(await next());
    expect(heard.every((text) => text !== 'any login')).toBe(true);
  });

  it('follow every change of properties', async () => {
    const store = open().propertyStore;
    const { next, heard } = told(feed);
    await store.put('some.key', '1');
    expect(await next()).toBe('properties');
    await store.put('some.key', '2');
    expect(await next()).toBe('properties');
    await store.remove(['some.key']);
    expect(await next()).toBe('properties');
    await store.remove(['some.key']);
    await store.put('other.key', '');
    expect(await next()).toBe('properties');
    expect(heard).toEqual([]);
  });
});

describe('a lost connection', () => {
  it('makes the feed unreliable; everything counts as changed once it is back', async () => {
    const { users, lockouts } = open();
    const { next } = told(feed);
    expect(feed.reliable).toBe(true);
    await cutFeed();
    expect(await next()).toBe('any login');
    expect(await next()).toBe('properties');
    expect(feed.reliable).toBe(true);
    expect(losses).toHaveLength(1);
    expect(returns).toBe(1);
    await users.add([anAccount('ola')]);
    await lockouts.lock(name('ola'), 'secret');
    expect(await next()).toBe('ola');
  });

  it('leaves the feed unreliable in between', async () => {
    let reliableAtLoss: boolean | undefined;
    const watched = new ChangeFeed({
      url: open().url,
      applicationName: 'feed under test',
      onLoss: () => {
        reliableAtLoss = watched.reliable;
      },
    });
    expect(watched.reliable).toBe(false);
    await watched.start();
    const { next } = told(watched);
    await cutFeed();
    await next();
    expect(reliableAtLoss).toBe(false);
    await watched.close();
    expect(watched.reliable).toBe(false);
  });
});

describe('an outage', () => {
  it('is reported once, and so is its end', async () => {
    const way = await WayToDatabase.open(open().url);
    const events: string[] = [];
    const watched = new ChangeFeed({
      url: way.url,
      onLoss: ({ message }) => events.push(message),
      onReturn: () => events.push('returned'),
    });
    try {
      await watched.start();
      const { next } = told(watched);
      for (let outage = 1; outage <= 2; outage += 1) {
        await way.closeUntilTried(2);
        expect(await next()).toBe('any login');
        expect(await next()).toBe('properties');
        expect(events).toHaveLength(outage * 2);
      }
      expect(events).toEqual([
        'Connection terminated unexpectedly',
        'returned',
        'Connection terminated unexpectedly',
        'returned',
      ]);
    } finally {
      await watched.close();
      await way.stop();
    }
  });
});

it('fails to start if the database is unavailable', async () => {
  const url = new URL(open().url);
  url.port = '1';
  const away = new ChangeFeed({ url: url.href });
  await expect(away.start()).rejects.toThrow();
  await away.close();
});
