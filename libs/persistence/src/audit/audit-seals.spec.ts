import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { perSuite } from '../../test/open-database.js';
import { CurrentTransaction } from '../database/current-transaction.js';
import { poolOf } from '../database/pool.js';
import { createDataSource } from '../schema/data-source.js';
import { AuditExport } from './audit-export.js';
import { AuditProof } from './audit-proof.js';
import { PostgresAuditSeals } from './postgres-audit-seals.js';

const open = perSuite();
const never = new AbortController().signal;

let seals: PostgresAuditSeals;
let proof: AuditProof;

beforeEach(async () => {
  const { dataSource, query } = open();
  const db = new CurrentTransaction(dataSource);
  seals = new PostgresAuditSeals(db, new AuditExport(db, 1));
  proof = new AuditProof(dataSource);
  await query(`
    truncate audit_entry, audit_concern, audit_seal, event_outbox restart identity;
    update audit_base set number = 0, last_id = 0, hash = repeat('0', 64)`);
});

const write = (count: number, ageDays = 0) =>
  open().query(
    `insert into audit_entry (username, occurred_at, summary, node, details)
     select 'ola', date_trunc('second', now()) - make_interval(days => $2), 'PUT user ' || n, 'n', 'object=/users/' || n
     from generate_series(1, $1) n`,
    [count, ageDays],
  );

/** As somebody whom no trigger hinders. */
async function forge(sql: string): Promise<void> {
  await open().query(`
    alter table audit_entry disable trigger user; ${sql}; alter table audit_entry enable trigger user`);
}

const verify = (anchors: { number: number; hash: string }[] = [], from: number | null = null) =>
  proof.verify({ from, anchors, key: null });

const faults = async (anchors: { number: number; hash: string }[] = []) =>
  (await verify(anchors)).faults;

/** Seals of 3, 2 and 4 entries, and one entry without. */
async function threeSeals(): Promise<void> {
  for (const count of [3, 2, 4]) {
    await write(count);
    await seals.seal(never);
  }
  await write(1);
}

const marks = () =>
  open().query<{ number: number; hash: string }>(
    'select number, hash from audit_seal order by number',
  );

describe('seals of the audit log', () => {
  it('cover each entry once, and prove it', async () => {
    await threeSeals();
    expect(await verify(await marks())).toEqual({
      ...{ seals: 3, entries: 9, unsealed: 1, fitting: 3, older: 0 },
      ...{ signatures: 0, signed: 0, faults: [] },
    });
    expect(await verify([], 3)).toMatchObject({ seals: 1, entries: 4, unsealed: 1, faults: [] });
    await expect(verify([], 9)).rejects.toThrow('There is no seal 8');
    expect(await seals.state()).toMatchObject({ number: 3, last: 9, removed: 0, unsealed: 1 });
    await seals.seal(never);
    await seals.seal(never);
    expect(await verify()).toMatchObject({ seals: 4, entries: 10, unsealed: 0 });
  });

  it('hold ten thousand entries at most', async () => {
    await write(10_001);
    await seals.seal(never);
    expect(await open().query('select entries from audit_seal order by number')).toEqual([
      { entries: 10_000 },
      { entries: 1 },
    ]);
    expect(await faults()).toEqual([]);
  });

  it('are the same by JavaScript as by SQL, whatever an entry holds', async () => {
    const texts = [
      '"\\/\b\f\n\r\t',
      '\u0001\u001f\u007f\u0080\u2028\u2029',
      'æ 你好 😀 ﷽',
      ' ',
      '',
    ];
    for (const text of texts) {
      await open().query(
        `insert into audit_entry (username, occurred_at, summary, node, details)
         values ($1, now() - interval '100 years', $1, $1, $1), ($1, '1969-12-31T23:59:58.5Z', $1, $1, $1)`,
        [text],
      );
    }
    await seals.seal(never);
    expect(await verify()).toMatchObject({ entries: 2 * texts.length, faults: [] });
  });

  it('can be computed by hand', async () => {
    await write(2);
    await seals.seal(never);
    const [seal] = await open().query<Record<'digest' | 'hash' | 'second', string>>(
      `select digest, hash, extract(epoch from sealed_at)::bigint::text as second from audit_seal`,
    );
    const [{ entry }] = (await open().query(
      `select extract(epoch from occurred_at)::bigint as entry from audit_entry`,
    )) as [{ entry: number }];
    const line = (n: number) =>
      `[${n}, ${entry}, "ola", "PUT user ${n}", "n", "object=/users/${n}"]\n`;
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    expect(seal!.digest).toBe(sha256(line(1) + line(2)));
    expect(seal!.hash).toBe(sha256(`${'0'.repeat(64)}1,1,2,2,${seal!.second},${seal!.digest}`));
  });

  it.each([
    ['a byte changed', `update audit_entry set details = 'object=/users/X' where log_id = 5`],
    [
      'a second changed',
      `update audit_entry set occurred_at = occurred_at - interval '1 second' where log_id = 4`,
    ],
    ['an entry removed', 'delete from audit_entry where log_id = 4'],
    [
      'an entry added',
      `delete from audit_entry where log_id = 5; insert into audit_entry (log_id, username, occurred_at, summary, node, details)
       overriding system value values (5, 'x', now(), 's', 'n', 'd')`,
    ],
    [
      'two swapped',
      `update audit_entry as one set summary = other.summary, details = other.details
       from audit_entry as other where one.log_id in (4, 5) and other.log_id = 9 - one.log_id`,
    ],
  ])('tell %s', async (_, sql) => {
    await threeSeals();
    await forge(sql);
    expect(await faults()).toEqual([
      'seal 2: one of the entries 4 to 5 was changed, removed or added',
    ]);
  });

  it.each([
    [
      `update audit_seal set sealed_at = sealed_at + interval '1 second' where number = 2`,
      ['seal 2 was changed'],
    ],
    ['delete from audit_seal where number = 2', ['seal 2 is missing']],
    ['delete from audit_seal where number < 3', ['the seals 1 to 2 are missing']],
    [
      'delete from audit_seal where number = 1; delete from audit_entry where log_id <= 3',
      ['seal 1 is missing'],
    ],
    [
      `delete from audit_entry where log_id <= 3; update audit_base set number = 1, last_id = 3,
         hash = (select hash from audit_seal where number = 1); delete from audit_seal where number = 1`,
      ['no entry states that the seals up to 1 were removed'],
    ],
  ])('tell after %s', async (sql, expected) => {
    await threeSeals();
    await forge(sql);
    expect(await faults()).toEqual(expected);
  });

  it('computed again by a forger contradict the anchors', async () => {
    await threeSeals();
    const anchors = await marks();
    await forge(`update audit_entry set username = 'eve' where log_id = 4; delete from audit_seal`);
    await seals.seal(never);
    expect(await faults()).toEqual([]);
    expect(await faults(anchors)).toEqual([
      'anchor 1 does not fit',
      'anchor 2 does not fit: the log ends with seal 1',
      'anchor 3 does not fit: the log ends with seal 1',
    ]);
  });

  it('wait for a transaction that may add an entry, and nobody waits for them', async () => {
    const slow = await poolOf(open().dataSource).connect();
    const insert = `insert into audit_entry (username, occurred_at, summary, node, details) values ('u', now(), 's', 'n', 'd')`;
    await slow.query(`begin; ${insert}`);
    await write(2);
    const stopped = new AbortController();
    stopped.abort();
    await seals.seal(stopped.signal);
    expect(await seals.state()).toMatchObject({ number: 0, unsealed: 2 });
    const sealing = seals.seal(never);
    await write(1);
    expect(await seals.state()).toMatchObject({ number: 0 });
    await slow.query('commit');
    slow.release();
    await sealing;
    const { seals: made, entries, unsealed, faults: found } = await verify();
    expect({ made, all: entries + unsealed, found }).toEqual({ made: 1, all: 4, found: [] });
  });

  it('are made by one instance at a time', async () => {
    await write(3);
    await Promise.all([1, 2, 3, 4].map(() => seals.seal(never)));
    await seals.seal(never);
    expect(await verify()).toMatchObject({ seals: 1, entries: 3, faults: [] });
  });

  it('by three instances, of which one is killed again and again, have each of 12,000 entries once', async () => {
    const [writers, transactions, entries] = [4, 30, 100];
    const sources = await Promise.all(
      [1, 2, 3].map(async () => {
        const source = createDataSource({ url: open().url, poolSize: 1 });
        return source.initialize();
      }),
    );
    let isWriting = true;
    let killed = 0;
    const instance = async (source: (typeof sources)[0]) => {
      const db = new CurrentTransaction(source);
      const own = new PostgresAuditSeals(db, new AuditExport(db, 1));
      while (isWriting) {
        await own.seal(never).catch(() => undefined);
        await pause(5);
      }
    };
    const killer = async () => {
      while (isWriting) {
        const [gone] = await open().query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and usename = current_user and query like '%seal_audit(%'
             and pid <> pg_backend_pid() limit 1`,
        );
        if (gone) killed += 1;
        await pause(5);
      }
    };
    const writer = async () => {
      const client = await poolOf(open().dataSource).connect();
      for (let done = 0; done < transactions; done += 1) {
        await client.query('begin');
        await client.query(
          `insert into audit_entry (username, occurred_at, summary, node, details)
           select 'u', now(), 's', 'n', n::text from generate_series(1, $1) n`,
          [entries],
        );
        await client.query(`select pg_sleep(random() / 200)`);
        await client.query('commit');
      }
      client.release();
    };
    const others = [...sources.map(instance), killer()];
    await Promise.all(Array.from({ length: writers }, writer)).finally(() => (isWriting = false));
    await Promise.all(others);
    await Promise.all(sources.map((source) => source.destroy()));
    await seals.seal(never);
    const { seals: made, ...rest } = await verify();
    expect([made > 1, killed > 0]).toEqual([true, true]);
    expect(rest).toMatchObject({
      ...{ entries: writers * transactions * entries, unsealed: 0, faults: [] },
    });
  });

  describe('go with their entries', () => {
    it('as wholes, and an entry bridges them', async () => {
      const { auditReader } = open();
      await write(2, 40);
      await seals.seal(never);
      await write(3, 40);
      await seals.seal(never);
      await write(1, 40);
      await write(1);
      await seals.seal(never);
      await write(1, 40);
      const anchors = await marks();
      expect(await auditReader.forget(30, 1000)).toBe(6);
      expect(await auditReader.forget(30, 1000)).toBe(0);
      const [bridge] = await open().query<Record<string, string>>(
        `select username, summary, details from audit_entry order by log_id desc`,
      );
      expect(bridge).toEqual({
        username: 'service',
        summary: 'EXPIRE audit 1-2',
        details: `object=/logs/security; outcome=200; entries=5; hash=${anchors[1]!.hash}`,
      });
      expect(await verify(anchors)).toEqual({
        ...{ seals: 1, entries: 2, unsealed: 1, fitting: 2, older: 1 },
        ...{ signatures: 0, signed: 0, faults: [] },
      });
      expect(await verify([{ number: 2, hash: 'f'.repeat(64) }])).toMatchObject({
        faults: ['anchor 2 does not fit'],
      });
      await seals.seal(never);
      await open().query('select expire_audit(4, $1)', ['n']);
      expect(await seals.state()).toMatchObject({
        number: 4,
        removed: 4,
        sealed: null,
        unsealed: 1,
      });
      expect(await verify()).toMatchObject({ seals: 0, unsealed: 1, faults: [] });
      await seals.seal(never);
      expect(await verify()).toMatchObject({ seals: 1, entries: 1, faults: [] });
      await write(1);
      await forge(`update audit_entry set details = 'x' where summary = 'EXPIRE audit 3-4'`);
      expect(await faults()).toContain('no entry states that the seals up to 4 were removed');
    });

    it('and not otherwise: a release without seals deletes none of their entries', async () => {
      await write(2, 40);
      await seals.seal(never);
      await write(1, 40);
      const asFormerly = `
        delete from audit_entry where log_id in (
          select log_id from audit_entry where occurred_at < now() - make_interval(days => 30)
          order by occurred_at, log_id limit 1000 for update skip locked)`;
      await expect(open().query(asFormerly)).rejects.toThrow(/^Audit entry \d is sealed$/);
      expect(await verify()).toMatchObject({ seals: 1, unsealed: 1, faults: [] });
    });

    it('while entries without seal are not sealed when they go', async () => {
      await write(2);
      const deleting: pg.PoolClient = await poolOf(open().dataSource).connect();
      await deleting.query('begin; delete from audit_entry where log_id = 1');
      const stopped = new AbortController();
      stopped.abort();
      await seals.seal(stopped.signal);
      expect(await seals.state()).toMatchObject({ number: 0 });
      await deleting.query('commit');
      deleting.release();
      await seals.seal(never);
      expect(await verify()).toMatchObject({ seals: 1, entries: 1, faults: [] });
    });
  });

  it('become anchors, each with one event, when it is time', async () => {
    const sign = (text: string) => `signed ${text.slice(0, 2)}`;
    expect(await seals.anchor(0, sign)).toBeNull();
    await threeSeals();
    const mark = await seals.anchor(60, sign);
    expect(mark).toEqual((await marks())[2]);
    expect(await seals.anchor(0, sign)).toBeNull();
    await seals.seal(never);
    expect(await seals.anchor(60, sign)).toBeNull();
    expect(await seals.anchor(0, () => null)).toMatchObject({ number: 4 });
    expect(await seals.anchors(10)).toMatchObject([
      { number: 4, signature: null },
      { number: 3, signature: 'signed 3.' },
    ]);
    expect(await seals.anchors(1)).toMatchObject([{ number: 4 }]);
    expect(await open().query('select type, object from event_outbox order by seq')).toEqual(
      (await marks()).slice(2).map(({ number, hash }) => ({
        type: 'audit.anchored',
        object: `/logs/security/anchors/${number}.${hash}`,
      })),
    );
  });
});
