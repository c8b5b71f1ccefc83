import { setImmediate as nextTurn } from 'node:timers/promises';
import { PostgresAuditLog } from './postgres-audit-log.js';

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
  const entry = { summary: 'POST session', node: 'n', details: '', timestamp: new Date() };
  const written = await Promise.allSettled(
    names.map((username) => log.append({ ...entry, username, kind: 'account', accountId: null })),
  );
  expect(most).toBe(2);
  expect(begun).toEqual(names);
  expect(written.map(({ status }) => status).indexOf('rejected')).toBe(3);
  expect(written.filter(({ status }) => status === 'fulfilled')).toHaveLength(99);
});
