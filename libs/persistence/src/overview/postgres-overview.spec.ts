import { MOST_EXAMPLES } from '@chat-admin/domain/overview/overview';
import type { StoredPartName } from '@chat-admin/domain/overview/overview';
import { MOST_COUNTED } from '@chat-admin/domain/shared/paging';
import { inSlices, readBy } from '../../test/page-plans.js';
import { perSuite } from '../../test/open-database.js';
import { overviewQuery } from './overview-statement.js';
import { PostgresOverview } from './postgres-overview.js';

const open = perSuite();
const read = (...names: readonly StoredPartName[]) =>
  new PostgresOverview(open().streams).read(names);
/** Without triggers and foreign keys. */
const fill = (sql: string) =>
  open().query(`set session_replication_role = replica; ${sql}; reset session_replication_role`);

it('of nothing asks nothing', async () => {
  expect(await read()).toEqual([]);
});

it('keeps the order in which it is asked, and counts what is asked for alone', async () => {
  await open().query(`insert into chat_service (name, hidden) values ('quiet', true)`);
  await fill(`
    insert into room (service, name, natural_name)
    values ('quiet', 'den', 'Den'), ('conference', 'den', 'Den'), ('conference', 'hall', 'Hall')`);
  const { length: users } = await open().query('select from account');
  expect(await read('rooms', 'users')).toEqual([
    { name: 'rooms', count: 3, isLimited: false, examples: null },
    { name: 'users', count: users, isLimited: false, examples: null },
  ]);
});

it('jobs that have failed, as a whole or in lines, are neither those that go on nor dry runs nor those that were removed', async () => {
  await open().query(`
    insert into job (type, status, failed, dry_run, on_existing, generate_passwords, service, maker_id,
                     maker_name, maker_kind, maker_scopes, at_console)
    select 'users', status, failed, tried, 'fail', false, 'conference', 'secret:a', 'a', 'secret', '{*}', false
    from (values
      ('failed', 0, false), ('failed', 1, true), ('running', 1, false), ('removed', 1, false),
      ('done', 0, false), ('done', 3, false), ('done', 3, true), ('cancelled', 1, false)
    ) as made (status, failed, tried)`);
  expect(await read('failedJobs')).toEqual([
    { name: 'failedJobs', count: 4, isLimited: false, examples: null },
  ]);
});

it('a webhook fails when it was given up, or its last attempts have failed', async () => {
  await open().query(`
    insert into webhook (url, types, status, reason, last_success, last_failure, created_by, maker_id,
                         maker_name, maker_kind, maker_scopes, secret, reached)
    select url, '{*}', status, reason, success::timestamptz, failure::timestamptz, 'a', 'secret:a',
           'a', 'secret', '{*}', 'whsec_AAAA', 0
    from (values
      ('new', 'active', null, null, null),
      ('well', 'active', null, '2026-02-01Z', null),
      ('well again', 'active', null, '2026-02-02Z', '2026-02-01Z'),
      ('switched off', 'disabled', null, '2026-02-01Z', null),
      ('given up', 'disabled', 'over', '2026-02-01Z', null),
      ('never well', 'active', null, null, '2026-02-01Z'),
      ('fails', 'active', null, '2026-02-01Z', '2026-02-02Z')
    ) as made (url, status, reason, success, failure)`);
  expect(await read('failingWebhooks')).toEqual([
    {
      ...{ name: 'failingWebhooks', count: 3, isLimited: false },
      examples: ['given up', 'never well', 'fails'],
    },
  ]);
});

it('a key counts when it expires within 14 days, or has', async () => {
  await open().query(`
    insert into api_key (id, name, scopes, allowed_addresses, rate_limit, created_at, created_by, expires_at, digest)
    select name, name, '{*}', '{}', 0, now(), 'a', now() + expires::interval, ''::bytea
    from (values
      ('for ever', null), ('later', '15 days'), ('soon', '13 days'), ('sooner', '1 day'), ('gone', '-1 day')
    ) as made (name, expires)`);
  expect(await read('expiringKeys')).toEqual([
    {
      ...{ name: 'expiringKeys', count: 3, isLimited: false },
      examples: ['gone', 'sooner', 'soon'],
    },
  ]);
});

describe('of many lockouts', () => {
  beforeAll(async () => {
    await inSlices(MOST_COUNTED, (from, to) =>
      fill(`
        insert into lockout (username, ends_at)
        select 'locked' || n, now() + interval '10 days' from generate_series(${from}, ${to}) n`),
    );
    await fill(`
      insert into lockout (username, starts_at, ends_at) values
        ('ended', now() - interval '2 hours', now() - interval '1 hour'),
        ('begins', now() + interval '1 hour', now() + interval '2 hours')`);
    await open().query('vacuum analyze lockout');
  });

  it('those that hold are counted up to a limit', async () => {
    expect(await read('lockouts', 'endingLockouts')).toEqual([
      { name: 'lockouts', count: MOST_COUNTED, isLimited: false, examples: null },
      { name: 'endingLockouts', count: 0, isLimited: false, examples: [] },
    ]);
    await fill(`
      insert into lockout (username, starts_at, ends_at)
      select 'soon' || n, now() - interval '1 hour', now() + n * interval '1 hour' from generate_series(7, 1, -1) n`);
    expect(await read('lockouts', 'endingLockouts')).toEqual([
      { name: 'lockouts', count: MOST_COUNTED, isLimited: true, examples: null },
      {
        ...{ name: 'endingLockouts', count: 7, isLimited: false },
        examples: [1, 2, 3, 4, 5].map((n) => `soon${n}`),
      },
    ]);
    expect(MOST_EXAMPLES).toBe(5);
  });

  it('those that end soon are found by their index', async () => {
    const { scanned, pages } = await readBy(open().query, overviewQuery(['endingLockouts']));
    expect(scanned).toEqual([]);
    expect(pages).toBeLessThan(50);
    expect((await readBy(open().query, overviewQuery(['lockouts']))).pages).toBeGreaterThan(500);
  });
});
