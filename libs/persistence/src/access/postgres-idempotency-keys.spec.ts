import type { KeptAnswer } from '@chat-admin/domain/access/idempotency-keys';
import { gate } from '@chat-admin/port-suites/gate';
import { anAccount, name } from '@chat-admin/port-suites/samples';
import { perSuite } from '../../test/open-database.js';
import { PostgresIdempotencyKeys } from './postgres-idempotency-keys.js';

const open = perSuite();
const CALLER = Buffer.from('caller');
const KEY = { caller: CALLER, digest: Buffer.from('key'), formerDigest: null };
const PRINT = Buffer.from('fingerprint');
const answer: KeptAnswer = {
  status: 201,
  headers: { Location: '/here' },
  body: Buffer.from('<done/>'),
  isTruncated: false,
};
const never = () => Promise.reject(new Error('is not run'));

beforeEach(() => open().query('delete from idempotency_key'));
const keysOf = (limits = {}) => new PostgresIdempotencyKeys(open().db, open().transactions, limits);
const age = (time: string) =>
  open().query(`update idempotency_key set noted_at = clock_timestamp() - interval '${time}'`);

it('work is done once, and its answer kept', async () => {
  const keys = keysOf();
  const done = await keys.once(KEY, PRINT, async (keep) => [await keep(answer), 7]);
  expect(done).toEqual({ outcome: 'done', result: [true, 7] });
  expect(await keysOf().once(KEY, PRINT, never)).toEqual({ outcome: 'kept', answer });
  const other = await keys.once(KEY, Buffer.from('other'), never);
  expect(other).toEqual({ outcome: 'other-request' });
});

it('what was noted under the name of the caller counts for as long', async () => {
  const key = { ...KEY, digest: Buffer.from('of its account'), formerDigest: KEY.digest };
  expect(await keysOf().once(key, PRINT, async () => 'new')).toMatchObject({ result: 'new' });
  await open().query('delete from idempotency_key');
  await keysOf().once(KEY, PRINT, async (keep) => {
    expect(await keysOf().once(key, PRINT, never)).toEqual({ outcome: 'in-progress' });
    return keep(answer);
  });
  expect(await keysOf().once(key, PRINT, never)).toEqual({ outcome: 'kept', answer });
  const other = await keysOf().once(key, Buffer.from('other'), never);
  expect(other).toEqual({ outcome: 'other-request' });
  await age('24 hours 1 minute');
  expect(await keysOf().once(key, PRINT, async () => 'new')).toMatchObject({ result: 'new' });
});

it('nobody else does it meanwhile', async () => {
  const held = gate();
  const first = keysOf().once(KEY, PRINT, async (keep) => {
    expect(await keysOf().once(KEY, PRINT, never)).toEqual({ outcome: 'in-progress' });
    const other = await keysOf().once(KEY, Buffer.from('other'), never);
    expect(other).toEqual({ outcome: 'other-request' });
    held.open();
    return keep(answer);
  });
  await held.opened;
  expect(await first).toEqual({ outcome: 'done', result: true });
});

it('a failure frees the key, with all that was done in the transaction', async () => {
  const { transactions, users } = open();
  const failing = keysOf().once(KEY, PRINT, (keep) =>
    transactions.run(async () => {
      await users.add([anAccount('undone')]);
      await keep(answer);
      throw new Error('refused');
    }),
  );
  await expect(failing).rejects.toThrow('refused');
  expect(await users.find(name('undone'))).toBeNull();
  const again = await keysOf().once(KEY, PRINT, async () => 'anew');
  expect(again).toEqual({ outcome: 'done', result: 'anew' });
});

it('who is taken for dead keeps nothing any more', async () => {
  const late = await keysOf().once(KEY, PRINT, async (keep) => {
    await age('61 seconds');
    await keysOf().once(KEY, PRINT, (keepOther) => keepOther({ ...answer, status: 200 }));
    return keep(answer);
  });
  expect(late).toEqual({ outcome: 'done', result: false });
  const kept = { outcome: 'kept', answer: { ...answer, status: 200 } };
  expect(await keysOf().once(KEY, PRINT, never)).toEqual(kept);
});

it('signs of life hold a claim while the work takes long', async () => {
  const keys = keysOf({ signOfLifeMs: 5 });
  await keys.once(KEY, PRINT, async () => {
    await age('59 seconds');
    const old = `select 1 from idempotency_key where noted_at < clock_timestamp() - interval '30 seconds'`;
    while ((await open().query(old)).length > 0);
    expect(await keysOf().once(KEY, PRINT, never)).toEqual({ outcome: 'in-progress' });
  });
});

describe('what is done in pieces', () => {
  const brokenOff = (at: string, print = PRINT) =>
    keysOf().once(KEY, print, async (_keep, { note }) => {
      expect(await note(at)).toBe(true);
      throw new Error('broken off');
    });
  /** Which the next try would go on from; nothing is held afterwards. */
  const position = async (print = PRINT) => {
    const found = await keysOf().once(KEY, print, async (_keep, progress) => {
      await Promise.resolve();
      return progress.position;
    });
    await open().query('delete from idempotency_key');
    return found.outcome === 'done' ? found.result : found.outcome;
  };

  it('goes on where it has broken off, for the same request alone, and is kept once done (CK-28)', async () => {
    await expect(brokenOff('ann')).rejects.toThrow('broken off');
    expect(await keysOf().once(KEY, Buffer.from('other'), never)).toEqual({
      outcome: 'other-request',
    });
    await expect(brokenOff('bob')).rejects.toThrow('broken off');
    const refused = keysOf().once(KEY, PRINT, never);
    await expect(refused).rejects.toThrow('is not run');
    const done = await keysOf().once(KEY, PRINT, async (keep, progress) => {
      expect(await keysOf().once(KEY, PRINT, never)).toEqual({ outcome: 'in-progress' });
      return [progress.position, await keep(answer)];
    });
    expect(done).toEqual({ outcome: 'done', result: ['bob', true] });
    expect(await keysOf().once(KEY, PRINT, never)).toEqual({ outcome: 'kept', answer });
    await age('24 hours 1 minute');
    expect(await position()).toBeNull();
  });

  it('goes on from the last sign of who has died, and begins anew a day later', async () => {
    await keysOf().once(KEY, PRINT, async (_keep, { note }) => {
      await note('ann');
      await age('61 seconds');
      expect(await position()).toBe('ann');
      expect(await note('bob')).toBe(false);
    });
    await expect(brokenOff('ann')).rejects.toThrow('broken off');
    await age('24 hours 1 minute');
    expect(await position()).toBeNull();
    await expect(brokenOff('ann')).rejects.toThrow('broken off');
    await age('24 hours 1 minute');
    expect(await position(Buffer.from('other'))).toBeNull();
  });

  it('is known although it could not be noted at once', async () => {
    await keysOf()
      .once(KEY, PRINT, async (_keep, { note }) => {
        await open().query('alter table idempotency_key rename to away');
        expect(await note('ann')).toBe(true);
        await open().query('alter table away rename to idempotency_key');
        throw new Error('broken off');
      })
      .catch(() => undefined);
    expect(await position()).toBe('ann');
  });
});

it('forgets the oldest first', async () => {
  for (const [text, days] of [
    ['a', 3],
    ['b', 2],
    ['c', 0],
  ] as const) {
    await keysOf().once({ ...KEY, digest: Buffer.from(text) }, PRINT, (keep) => keep(answer));
    await open().query(
      `update idempotency_key set noted_at = now() - interval '${days} days 1 hour' where digest = '${text}'::bytea`,
    );
  }
  const left = async () =>
    (await open().query(`select convert_from(digest, 'utf8') as key from idempotency_key`)).map(
      ({ key }) => String(key),
    );
  expect([await keysOf().forget(1, 1), await left()]).toEqual([1, ['b', 'c']]);
  expect([await keysOf().forget(1, 10), await left()]).toEqual([1, ['c']]);
});

describe('of the answers to one caller', () => {
  const KIBI = 1024;
  const ofBytes = (bytes: number) => ({ ...answer, body: Buffer.alloc(bytes, 'x') });
  const keepFor = (caller: string, digest: string, bytes: number) =>
    keysOf({ mostBytes: 10 * KIBI }).once(
      { ...KEY, caller: Buffer.from(caller), digest: Buffer.from(digest) },
      PRINT,
      (keep) => keep(ofBytes(bytes)),
    );
  const kept = async (digest: string) => {
    const key = { ...KEY, digest: Buffer.from(digest) };
    const found = await keysOf().once(key, PRINT, never);
    if (found.outcome !== 'kept') throw new Error(found.outcome);
    const { body, isTruncated } = found.answer;
    return [body?.length ?? null, isTruncated];
  };

  it('so many bytes are kept, and of others no body', async () => {
    await keepFor('ola-1', 'a', 6 * KIBI);
    await keepFor('ola-1', 'b', 5 * KIBI);
    await keepFor('ola-1', 'c', 4 * KIBI);
    await keepFor('ola-1', 'd', 1);
    await keepFor('ola-1', 'e', 0);
    await keepFor('zoe-1', 'f', 10 * KIBI);
    expect(await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(kept))).toEqual([
      [6 * KIBI, false],
      [null, true],
      [4 * KIBI, false],
      [null, true],
      [0, false],
      [10 * KIBI, false],
    ]);
  });

  it('what is forgotten or lapses makes room', async () => {
    await keepFor('ola-1', 'a', 5 * KIBI);
    await keepFor('ola-1', 'b', 5 * KIBI);
    await age('25 hours');
    await keepFor('ola-1', 'a', 1);
    await keysOf().forget(1, 10);
    await keepFor('ola-1', 'c', 9 * KIBI);
    expect(await kept('c')).toEqual([9 * KIBI, false]);
  });

  it('no more are kept when many are kept at once', async () => {
    const digests = Array.from({ length: 20 }, (_, index) => `key-${index}`);
    await Promise.all(digests.map((digest) => keepFor('ola-1', digest, KIBI)));
    const [sum] = await open().query(
      'select count(*)::integer as rows, sum(octet_length(body))::integer as bytes from idempotency_key',
    );
    expect(sum).toEqual({ rows: 20, bytes: 10 * KIBI });
  });
});
