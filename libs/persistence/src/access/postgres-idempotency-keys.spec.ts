import type { KeptAnswer } from '@chat-admin/domain/access/idempotency-keys';
import { gate } from '@chat-admin/port-suites/gate';
import { anAccount, name } from '@chat-admin/port-suites/samples';
import { perSuite } from '../../test/open-database.js';
import { PostgresIdempotencyKeys } from './postgres-idempotency-keys.js';

const open = perSuite();
const KEY = { digest: Buffer.from('key'), formerDigest: null };
const PRINT = Buffer.from('fingerprint');
const answer: KeptAnswer = {
  status: 201,
  headers: { Location: '/here' },
  body: Buffer.from('<done/>'),
  isTruncated: false,
};
const never = () => Promise.reject(new Error('is not run'));

beforeEach(() => open().query('delete from idempotency_key'));
const keysOf = (signOfLifeMs?: number) => new PostgresIdempotencyKeys(open().db, signOfLifeMs);
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
  const key = { digest: Buffer.from('of its account'), formerDigest: KEY.digest };
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
  const keys = keysOf(5);
  await keys.once(KEY, PRINT, async () => {
    await age('59 seconds');
    const old = `select 1 from idempotency_key where noted_at < clock_timestamp() - interval '30 seconds'`;
    while ((await open().query(old)).length > 0);
    expect(await keysOf().once(KEY, PRINT, never)).toEqual({ outcome: 'in-progress' });
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
