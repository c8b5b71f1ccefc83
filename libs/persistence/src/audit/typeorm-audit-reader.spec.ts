import { WHOLE_LOG } from '@chat-admin/domain/audit/audit-search';
import type { AuditFilter } from '@chat-admin/domain/audit/audit-search';
import { auditReaderSuite } from '@chat-admin/port-suites/audit-reader-suite';
import { anAccount, anEntry, name } from '@chat-admin/port-suites/samples';
import { perSuite } from '../../test/open-database.js';
import { entriesAbout } from './entries-about.js';

const open = perSuite();
auditReaderSuite(open);

it('skips an offset in the index alone', async () => {
  const { query } = open();
  await query(
    `insert into audit_entry (username, occurred_at, summary, node, details)
     select 'many', to_timestamp(1000 + n / 10), 's', 'n', repeat('d', 500) from generate_series(1, 20000) n`,
  );
  await query('vacuum analyze audit_entry');
  const plan = await query<{ 'QUERY PLAN': string }>(
    `explain select log_id, occurred_at from audit_entry order by occurred_at desc, log_id desc offset 15000 limit 10`,
  );
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain(
    'Index Only Scan Backward using audit_entry_occurred_at_idx',
  );
});

describe('entries about a person', () => {
  const users = ['ola', 'zoe', 'bo', 'kim'];
  beforeEach(async () => {
    await open().startOver();
    await open().query('delete from account_rename');
    await open().users.add(users.map((user) => anAccount(user)));
  });

  const at = (timestamp: Date, summary: string, ...concerns: readonly string[]) =>
    open().audit.request({ ...anEntry(summary), timestamp, concerns }, () =>
      open().transactions.run(() => Promise.resolve()),
    );
  const write = (summary: string, ...concerns: readonly string[]) =>
    at(new Date(), summary, ...concerns);
  const rename = (from: string, to: string) =>
    open().audit.request(
      { ...anEntry(`${from} becomes ${to}`), timestamp: new Date(), concerns: [from, to] },
      () => open().userChanges.rename(name(from), name(to), {}, null),
    );
  const about = async (concerns: string, filter: Partial<AuditFilter> = {}) => {
    const found: string[] = [];
    const page = await open().auditReader.page({ ...WHOLE_LOG, limit: 100, ...filter, concerns });
    for await (const batch of page.batches) found.push(...batch.map(({ summary }) => summary));
    return found;
  };

  it('are found under former names up to the rename, and not what later holders did', async () => {
    await write('early', 'ola');
    await rename('ola', 'amy');
    await write('between', 'amy');
    await open().users.add([anAccount('ola')]);
    await write('of the later one', 'ola');
    await rename('amy', 'eve');
    await write('late', 'eve@example.org');
    expect(await about('eve')).toEqual([
      ...['late', 'amy becomes eve', 'between', 'ola becomes amy', 'early'],
    ]);
    expect(await about('ola')).toEqual(['of the later one', 'ola becomes amy', 'early']);
    expect(await about('amy')).toEqual(['amy becomes eve', 'between', 'ola becomes amy', 'early']);
    await open().users.add([anAccount('amy')]);
    expect(await about('amy')).toEqual(['amy becomes eve', 'between', 'ola becomes amy']);
  });

  it('are not what concerned an earlier holder of a former name', async () => {
    const [{ second }] = (await open().query<{ second: Date }>(
      `select date_trunc('second', created_at) as second from account where username = 'ola'`,
    )) as [{ second: Date }];
    await at(new Date(second.getTime() - 1), 'of the earlier one', 'ola');
    await at(second, 'early', 'ola');
    await rename('ola', 'amy');
    await rename('amy', 'eve');
    expect(await about('amy')).toEqual(['amy becomes eve', 'ola becomes amy', 'early']);
    expect(await about('eve')).toEqual(['amy becomes eve', 'ola becomes amy', 'early']);
    await open().query(`delete from account_rename where former = 'ola'`);
    await open().query(`update account_rename set since = now() + interval '1 hour'`);
    expect(await about('eve')).toEqual(['amy becomes eve']);
  });

  it('are found once when names go in a circle, of the latest renames', async () => {
    for (let turn = 0; turn < 12; turn += 1) {
      await rename('ola', 'amy');
      await rename('amy', 'ola');
    }
    expect(new Set(await about('ola')).size).toBe(2);
    expect(await about('ola')).toHaveLength(24);
  });

  it('of former releases count by their object alone', async () => {
    await open().query(
      `insert into audit_entry (username, occurred_at, summary, node, details)
       select 'admin', now(), object, 'n', 'object=' || object || '; outcome=200; added=member:ola@example.org'
       from unnest($1::text[]) as object`,
      [['/users/ola', '/users/Ola/groups', '/lockouts/ola', '/users/olaf', '/groups/x', '/users']],
    );
    expect((await about('ola')).sort()).toEqual([
      '/lockouts/ola',
      '/users/Ola/groups',
      '/users/ola',
    ]);
  });

  it('combine with other filters, have pages, and go with the entry', async () => {
    for (const n of [1, 2, 3]) {
      await at(new Date('2025-03-04T09:11:12Z'), `of ${n}`, 'bo', 'kim', 'far@away.example');
    }
    expect(await about('bo', { limit: 2 })).toEqual(['of 3', 'of 2']);
    expect(await about('bo', { limit: 2, offset: 2 })).toEqual(['of 1']);
    expect(await about('bo', { username: 'admin' })).toHaveLength(3);
    expect(await about('bo', { username: 'bo' })).toEqual([]);
    expect(await about('far')).toEqual([]);
    expect(await about('')).toEqual([]);
    expect(await about('bo', { from: 4_000_000_000 })).toEqual([]);
    expect(await open().auditReader.forget(1, 2)).toBe(2);
    expect(await about('kim')).toEqual(['of 3']);
    expect(await open().query('select distinct log_id from audit_concern')).toHaveLength(1);
  });

  it('are forgotten with all whom they concern, in pieces', async () => {
    const { query, auditReader } = open();
    for (const n of [1, 2, 3]) await at(new Date('2025-03-04T09:11:12Z'), `of ${n}`, 'bo');
    await query(`
      insert into audit_concern (username, occurred_at, log_id)
      select 'u' || n, occurred_at, log_id from audit_entry, generate_series(1, 20000) as n
      where log_id in (select log_id from audit_concern where username = 'bo')`);
    await query(`
      create function refuse_many() returns trigger language plpgsql as $$
      begin
        if (select count(*) from gone) > 50000 then raise 'many'; end if;
        return null;
      end $$;
      create trigger refuse_many after delete on audit_concern referencing old table as gone
        for each statement execute function refuse_many();
      create function refuse_concerned() returns trigger language plpgsql as $$
      begin
        if exists (select from audit_concern where log_id = old.log_id) then raise 'concerned'; end if;
        return old;
      end $$;
      create trigger refuse_concerned before delete on audit_entry
        for each row execute function refuse_concerned()`);
    try {
      expect(await auditReader.forget(1, 2)).toBe(2);
      expect(await query('select distinct log_id from audit_concern')).toHaveLength(1);
      expect(await auditReader.forget(1, 2)).toBe(1);
      expect(await query('select from audit_concern')).toEqual([]);
    } finally {
      await query('drop function refuse_many, refuse_concerned cascade');
    }
  });

  it('are read from indexes alone, in order', async () => {
    const { query } = open();
    await query(`
      insert into audit_entry (username, occurred_at, summary, node, details, concerns)
      select 'many', to_timestamp(1000 + n / 10), 's', 'n', repeat('d', 500), array['u' || n % 7]
      from generate_series(1, 20000) n`);
    await query(`
      insert into audit_entry (username, occurred_at, summary, node, details)
      select 'many', to_timestamp(1000 + n / 10), 's', 'n', 'object=/users/u' || n % 7 || '; outcome=200'
      from generate_series(1, 20000) n`);
    await query('vacuum analyze audit_entry, audit_concern, account_rename, account');
    const { text, values } = entriesAbout('u3', { ...WHOLE_LOG, concerns: 'u3', limit: 10 });
    const plan = await query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...values]);
    const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(lines).toContain('Index Only Scan Backward using audit_concern_pk');
    expect(lines).toContain('Index Scan Backward using audit_entry_subject_idx');
    expect(lines).not.toContain('Seq Scan on audit');
  });
});
