import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AuditEntry } from '@chat-admin/domain/audit/audit-trail';
import { PostgresAuditLog } from './postgres-audit-log.js';

const named = (username: string): AuditEntry => ({
  username,
  kind: 'account',
  accountId: null,
  ...{ summary: 'POST session', node: 'n', details: 'outcome=401', timestamp: new Date() },
  concerns: [],
});

it('writes two entries at a time, in their order, also after one that fails', async () => {
  const begun: string[] = [];
  let [writing, most] = [0, 0];
  const log = new PostgresAuditLog({
    runAlone: async (_statement, [username] = []) => {
      begun.push(username as string);
      most = Math.max(most, (writing += 1));
      await nextTurn();
      writing -= 1;
      if (username === 'user 3') throw new Error('the database is away');
      return { rows: [], count: 1 };
    },
  });
  const names = Array.from({ length: 100 }, (_, index) => `user ${index}`);
  const written = await Promise.allSettled(
    names.map((username) => log.append(named(username), 'principal')),
  );
  expect(most).toBe(2);
  expect(begun).toEqual(names);
  expect(written.map(({ status }) => status).indexOf('rejected')).toBe(3);
  expect(written.filter(({ status }) => status === 'fulfilled')).toHaveLength(99);
});

it('writes one entry of strangers at a time, for which no caller waits', async () => {
  const begun: string[] = [];
  let [writing, most] = [0, 0];
  const log = new PostgresAuditLog({
    runAlone: async (_statement, [username] = []) => {
      begun.push(username as string);
      if (username === 'stranger') most = Math.max(most, (writing += 1));
      await nextTurn();
      if (username === 'stranger') writing -= 1;
      return { rows: [], count: 1 };
    },
  });
  const strangers = Array.from({ length: 500 }, () => log.append(named('stranger'), 'stranger'));
  await log.append(named('admin'), 'principal');
  expect(begun.slice(0, 2)).toEqual(['stranger', 'admin']);
  await Promise.all(strangers);
  expect([most, begun.length]).toEqual([1, 501]);
});

it('sums up what strangers cause beyond a bound', async () => {
  const written: string[] = [];
  const log = new PostgresAuditLog(
    {
      runAlone: async (_statement, values = []) => {
        await nextTurn();
        written.push(values.find((value) => String(value).startsWith('outcome=')) as string);
        return { rows: [], count: 1 };
      },
    },
    10,
  );
  await Promise.all(Array.from({ length: 5_000 }, () => log.append(named('stranger'), 'stranger')));
  expect(written).toEqual([
    ...Array.from({ length: 11 }, () => 'outcome=401'),
    'outcome=401; requests=4989',
  ]);
  await log.append(named('stranger'), 'stranger');
  expect(written.at(-1)).toBe('outcome=401');
});
