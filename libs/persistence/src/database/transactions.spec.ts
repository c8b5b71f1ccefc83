import { perSuite } from '../../test/open-database.js';
import { gate } from '@chat-admin/port-suites/gate';
import { anAccount, anEntry, name } from '@chat-admin/port-suites/samples';
import { transactionSuite } from '@chat-admin/port-suites/transaction-suite';
import { poolOf } from './pool.js';
import { isDatabaseAway } from './database-away.js';
import type { PoolClient } from 'pg';
import type { QueryRunner } from 'typeorm';
import { PostgresAuditLog } from '../audit/postgres-audit-log.js';

const open = perSuite();
transactionSuite(open);

const auditEntries = () =>
  open().query(
    'select username, occurred_at, summary, node, details, kind, account_id as "accountId", concerns from audit_entry order by log_id',
  );

/** The runner's connection refuses to roll back. */
function withoutRollback(runner: QueryRunner): QueryRunner {
  const connect = runner.connect.bind(runner);
  runner.connect = async () => {
    const client = (await connect()) as PoolClient;
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    const refusing = (...given: unknown[]) =>
      given[0] === 'rollback' ? Promise.reject(new Error('cannot roll back')) : query(...given);
    return Object.assign(client, { query: refusing });
  };
  return runner;
}

describe('run', () => {
  it('releases the connection if the work fails', async () => {
    const { transactions, users, dataSource } = open();
    const failing = transactions.run(async () => {
      await users.add([anAccount('a')]);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(poolOf(dataSource).idleCount).toBe(poolOf(dataSource).totalCount);
  });

  it('never reuses a connection that could not roll back', async () => {
    const { transactions, users, dataSource } = open();
    await transactions.run(() => users.find(name('a')));
    const before = poolOf(dataSource).totalCount;
    const create = dataSource.createQueryRunner.bind(dataSource);
    dataSource.createQueryRunner = () => withoutRollback(create());
    const failing = transactions.run(async () => {
      await users.add([anAccount('a')]);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    dataSource.createQueryRunner = create;
    expect(poolOf(dataSource).totalCount).toBe(before - 1);
  });

  it('keeps concurrent transactions apart', async () => {
    const { transactions, db } = open();
    const pids = await Promise.all(
      [1, 2, 3].map(() =>
        transactions.run(async () => {
          const pid = { name: 'test-pid', text: 'select pg_backend_pid() as pid' };
          const first = (await db.run<{ pid: number }>(pid)).rows[0]!.pid;
          await new Promise(setImmediate);
          expect((await db.run<{ pid: number }>(pid)).rows[0]!.pid).toBe(first);
          return first;
        }),
      ),
    );
    expect(new Set(pids).size).toBe(3);
  });

  it('fails if a swallowed error has undone the changes', async () => {
    const { transactions, users, db } = open();
    const swallowing = transactions.run(async () => {
      await users.add([anAccount('a')]);
      await db.run({ name: 'test-division', text: 'select 1 / 0' }).catch(() => undefined);
    });
    await expect(swallowing).rejects.toThrow('Nothing was stored');
    expect(await users.find(name('a'))).toBeNull();
  });

  it('prepares each named statement once per connection', async () => {
    const { transactions, users, db } = open();
    const prepared = {
      name: 'test-prepared',
      text: `
      select count(*)::integer as count from pg_prepared_statements where name = 'account-lock'`,
    };
    await transactions.run(async () => {
      await users.lock(name('a'));
      await users.lock(name('a'));
      expect((await db.run(prepared)).rows).toEqual([{ count: 1 }]);
    });
  });
});

describe('deadlocks', () => {
  it('are retried until both transactions succeed', async () => {
    const { transactions, users, userChanges, audit } = open();
    await users.add([anAccount('a', { name: '0' }), anAccount('b', { name: '0' })]);
    let attempts = 0;
    const met = gate();
    let waiting = 0;
    const crossing = (first: string, second: string) =>
      audit.request(anEntry(`${first} ${second}`), () =>
        transactions.run(async () => {
          attempts += 1;
          const user = (await users.lock(name(first)))!;
          waiting += 1;
          if (waiting === 2) met.open();
          await met.opened;
          await userChanges.update(name(second), { name: String(Number(user.name) + 1) }, null);
        }),
      );
    expect(await Promise.all([crossing('a', 'b'), crossing('b', 'a')])).toEqual([false, false]);
    // the repeated one may meet the other again
    expect(attempts).toBeGreaterThanOrEqual(3);
    expect(await auditEntries()).toHaveLength(2);
  });

  it('are not retried forever', async () => {
    const { transactions, db } = open();
    let attempts = 0;
    const hopeless = transactions.run(async () => {
      attempts += 1;
      await db.run({
        name: 'test-serialization',
        text: `do $$ begin raise exception 'no' using errcode = '40001'; end $$`,
      });
    });
    await expect(hopeless).rejects.toMatchObject({ code: '40001' });
    expect(attempts).toBe(5);
  });
});

describe('audit', () => {
  it('is written once, by the transaction of the request', async () => {
    const { transactions, users, audit, query } = open();
    const owed = await audit.request(anEntry('PUT user a'), async () => {
      await transactions.run(() => users.add([anAccount('a')]));
      await transactions.run(() => users.add([anAccount('b')]));
    });
    expect(owed).toBe(false);
    const { timestamp, ...rest } = anEntry('PUT user a');
    timestamp.setMilliseconds(0);
    expect(await auditEntries()).toEqual([{ ...rest, occurred_at: timestamp }]);
    expect(
      await query('select from account join audit_entry on account.xmin = audit_entry.xmin'),
    ).toHaveLength(1);
  });

  it('stays written when a later transaction of the request fails', async () => {
    const { transactions, users, audit } = open();
    const owed = await audit.request(anEntry('two'), async () => {
      await transactions.run(() => users.add([anAccount('a')]));
      await transactions.run(() => Promise.reject(new Error('no'))).catch(() => undefined);
    });
    expect(owed).toBe(false);
    expect(await auditEntries()).toHaveLength(1);
  });

  it('is owed again if the connection breaks at COMMIT', async () => {
    const { transactions, users, audit, query, db } = open();
    let failure: unknown;
    const owed = await audit.request(anEntry('cut'), () =>
      transactions
        .run(async () => {
          await users.add([anAccount('cut')]);
          const { rows } = await db.run<{ pid: number }>({
            name: 'test-pid',
            text: 'select pg_backend_pid() as pid',
          });
          await query('select pg_terminate_backend($1, 5000)', [rows[0]!.pid]);
        })
        .catch((error: unknown) => {
          failure = error;
        }),
    );
    expect(owed).toBe(true);
    expect(isDatabaseAway(failure)).toBe(true);
    expect(await users.find(name('cut'))).toBeNull();
    expect(await auditEntries()).toEqual([]);
  });

  it('is appended separately for requests that changed nothing', async () => {
    const { transactions, db } = open();
    const log = new PostgresAuditLog(db);
    await transactions
      .run(async () => {
        await log.append(anEntry('refused'), 'principal');
        throw new Error('no');
      })
      .catch(() => undefined);
    expect(await auditEntries()).toMatchObject([{ summary: 'refused' }]);
  });
});
