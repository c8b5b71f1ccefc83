import { perSuite } from '../../test/open-database.js';

const open = perSuite({ poolSize: 2 });

/** Times that nobody is shown, or that their statements write otherwise, so that no trigger cuts them. */
const OTHERS: Readonly<Record<string, string>> = {
  'account.named_at': 'compared by the second',
  'account_rename.renamed_at': 'of the service',
  'account_rename.since': 'whole seconds',
  'audit_concern.occurred_at': 'whole seconds',
  'audit_entry.occurred_at': 'whole seconds',
  'audit_seal.anchored_at': 'milliseconds',
  'audit_seal.sealed_at': 'whole seconds',
  'directory_run.created_at': 'of the service',
  'directory_run.finished_at': 'of the service',
  'directory_run.lease_until': 'of the service',
  'directory_run.started_at': 'of the service',
  'directory_state.entry_at': 'of the service',
  'directory_state.entry_seen': 'of the service',
  'directory_state.failing_since': 'of the service',
  'directory_state.last_full': 'of the service',
  'directory_state.last_success': 'of the service',
  'directory_state.next_at': 'of the service',
  'event.occurred_at': 'as in the outbox',
  'idempotency_key.noted_at': 'of the service',
  'issuer_subject.made_at': 'of the service',
  'issuer_subject.seen_at': 'of the service',
  'job.lease_until': 'of the service',
  'job.passwords_fetched_at': 'of the service',
  'job_file.expires_at': 'of the service',
  'managed_account.gone_since': 'of the service',
  'room.empty_since': 'never shown',
  'session_sample.taken_at': 'whole minutes',
  'used_once.until': 'of the service',
  'webhook.failing_since': 'of the service',
  'webhook.replayed_at': 'of the service',
  'webhook.turn_until': 'of the service',
  'webhook_delivery.lease_until': 'of the service',
};

/** What makes one row of each table with times that are shown, by the defaults. */
const ROWS: Readonly<Record<string, string>> = {
  account: `(username) values ('ola')`,
  api_key: `
    (id, name, scopes, allowed_addresses, rate_limit, created_at, created_by, digest)
    values ('k', 'nightly', '{*}', '{}', 0, clock_timestamp(), 'ola', ''::bytea)`,
  console_session: `
    values (''::bytea, 'secret', 'secret', 'secret', null, ''::bytea, null, null, clock_timestamp(), clock_timestamp())`,
  event_outbox: `(type, object, origin) values ('user.created', '/users/ola', '{}')`,
  job: `
    (type, status, dry_run, on_existing, generate_passwords, service, maker_id, maker_name, maker_kind,
     maker_scopes, at_console)
    values ('users', 'done', false, 'fail', true, 'conference', 'secret', 'secret', 'secret', '{*}', false)`,
  lockout: `(username) values ('ola')`,
  room: `(service, name) values ('conference', 'den')`,
  system_property: `values ('a.b', 'c')`,
  webhook: `
    (url, types, description, status, maker_id, maker_name, maker_kind, maker_scopes, secret, created_by, reached)
    values ('https://a.example', '{}', '', 'active', 'secret', 'secret', 'secret', '{*}', 's', 'secret', 0)`,
  webhook_delivery: `(webhook_id, event_id, type) values (1, 1, 'user.created')`,
};

async function times(): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await open().query<{ table: string; column: string }>(`
    select relname as table, attname as column from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not attisdropped
      and atttypid = 'timestamptz'::regtype and atttypmod <> 3
    order by relname, attname`);
  const columnsOf = (table: string) =>
    rows.filter((row) => row.table === table).map(({ column }) => column);
  return new Map(rows.map(({ table }) => [table, columnsOf(table)]));
}

const isShown = (table: string) => (column: string) => !(`${table}.${column}` in OTHERS);

it('every time is shown, or is known not to be', async () => {
  const all = await times();
  const columns = [...all].flatMap(([table, names]) => names.map((name) => `${table}.${name}`));
  expect(columns.filter((name) => name in OTHERS)).toEqual(Object.keys(OTHERS).sort());
  const shown = [...all].filter(([table, names]) => names.some(isShown(table)));
  expect(shown.map(([table]) => table)).toEqual(Object.keys(ROWS).sort());
});

it.each(Object.keys(ROWS))('the times of %s are stored as they are shown', async (table) => {
  const { query } = open();
  const shown = (await times()).get(table)!.filter(isShown(table));
  const odd = shown.map((name) => `date_trunc('milliseconds', ${name}) <> ${name}`).join(' or ');
  await query(`insert into ${table} ${ROWS[table]!}`);
  expect(await query(`select from ${table} where ${odd}`)).toEqual([]);
  if (table === 'event_outbox') return; // only written and read
  // lockouts end after they start
  for (const [index, name] of shown.toReversed().entries()) {
    await query(`update ${table} set ${name} = '${2090 + index}-01-02T03:04:05.678901Z'`);
    const [stored] = await query<{ time: Date }>(`select max(${name}) as time from ${table}`);
    expect(stored).toEqual({ time: new Date(`${2090 + index}-01-02T03:04:05.678Z`) });
  }
  expect(await query(`select from ${table} where ${odd}`)).toEqual([]);
});

describe('a room of a former release', () => {
  it('that is sent back as it was read is no event', async () => {
    const { query } = open();
    await query(`
      alter table room disable trigger room_store_shown_times;
      insert into room (service, name, creation_date) values ('conference', 'hall', '2026-01-02T03:04:05.678901Z');
      alter table room enable trigger room_store_shown_times;
      delete from event_outbox`);
    await query(`
      update room set creation_date = '2026-01-02T03:04:05.678Z', modification_date = now()
      where name = 'hall'`);
    expect(await query('select type from event_outbox')).toEqual([]);
    await query(`update room set creation_date = '2026-01-02T03:04:05.677Z' where name = 'hall'`);
    expect(await query('select type, columns from event_outbox')).toEqual([
      { type: 'room.updated', columns: ['creation_date'] },
    ]);
  });
});
