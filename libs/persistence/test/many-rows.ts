import pg from 'pg';

/** How many accounts, groups, rooms and of what hangs on each. */
export const MANY = 100_000;

const TABLES: Readonly<Record<string, string>> = {
  account: `(username, name) select 'user' || n, 'User ' || n`,
  account_credential: `
    select 'user' || n, '\\x00'::bytea, 4096, '\\x00'::bytea, '\\x00'::bytea,
           '\\x00'::bytea, 4096, '\\x00'::bytea, '\\x00'::bytea`,
  lockout: `(username) select 'user' || n`,
  vcard: `(username, xml) select 'user' || n, '<vCard xmlns="vcard-temp"/>'`,
  roster_item: `(owner, jid, subscription, groups) select 'user' || n, 'user' || n + 1 || '@example.org', 3, '{}'`,
  roster_request: `(owner, jid, stanza) select 'user' || n, 'user' || n + 2 || '@example.org', '<presence/>'`,
  roster: `(owner, version, changed_since, changed) select 'user' || n, 1, 1, '{}'`,
  user_group: `(name, shared) select 'group' || n, n % 2 = 0`,
  group_member: `select 'group' || n, 'user' || n || '@example.org', false`,
  chat_service: `(name, hidden) select 'service' || n, false`,
  room: `(service, name, natural_name) select 'conference', 'room' || n, 'Room ' || n`,
  room_affiliation: `(room_id, jid, affiliation) select n, 'user' || n || '@example.org', 'owner'`,
  room_group_affiliation: `(room_id, group_name, affiliation) select n, 'group' || n, 'owner'`,
  room_message: `(room_id, nickname, body) select n, 'nick', 'body'`,
  message_archive: `(username, logged_out_at) select 'user' || n, now()`,
  archived_message: `(archive_id, contact, received, stanza) select n, 'user' || n || '@example.org', true, '<message/>'`,
  console_session: `
    select ('session' || n)::bytea, 'basic:user' || n, 'user' || n, 'secret', null, ''::bytea, null, null,
           now(), now() - interval '2 minutes'`,
  used_once: `select 'link', ('link' || n)::bytea, now() + n * interval '1 second' - interval '1 hour'`,
  idempotency_key: `
    select ('key' || n)::bytea, 'request'::bytea, gen_random_uuid(), now() - interval '2 days', 200, '{}'::jsonb, null, false,
      ('caller' || n)::bytea, 1024`,
  issuer_subject: `
    select 'oidc:https://issuer.example u' || n, '{*}', now(), now() - interval '2 days'`,
  session_sample: `select date_trunc('minute', now()) - n * interval '1 minute', n, n`,
  job: `
    (type, status, dry_run, on_existing, generate_passwords, service, maker_id, maker_name, maker_kind,
     maker_scopes, at_console, finished_at)
    select 'users', case when n = 11 then 'running' else 'done' end, false, 'fail', true, 'conference',
           'basic:user' || n, 'user' || n, 'basic', '{*}', false, now() - interval '1 hour'`,
  job_batch: `select n, 1, 0, '[]'`,
  job_result: `select n, 1, '/users/user' || n, 'created', null, null, null, n`,
  job_password: `select n, 1, '[]'::jsonb`,
  job_file: `select n, 1, now() + n * interval '1 minute' - interval '3 minutes'`,
  job_file_piece: `select n, 0, '\\x00'::bytea`,
  webhook_delivery: `
    (webhook_id, event_id, type, status) select 1 + n % 5, n, 'user.created', 'delivered'`,
  audit_entry: `(username, occurred_at, summary, node, details) select 'user' || n, now(), 'summary', 'node', 'object=/users/user' || n`,
  audit_concern: `select 'user' || n, date_trunc('second', now()), n`,
  account_rename: `
    (account_id, former, name, log_id, since, renamed_at)
    select gen_random_uuid(), 'old' || n, 'user' || n, n, date_trunc('second', now()), now() - n * interval '1 minute'`,
};

/**
 * Fills a fresh database, which gets no statistics. Without triggers and with indexes that are built afterwards, which takes
 * seconds instead of minutes.
 */
export async function fillWithoutStatistics(url: string, count = MANY): Promise<void> {
  const inserts = Object.entries(TABLES).map(
    ([table, rows]) => `
      alter table ${table} set (autovacuum_enabled = off);
      insert into ${table} ${rows} from generate_series(1, ${count}) n`,
  );
  const tables = Object.keys(TABLES);
  const names = tables.map((table) => `'${table}'`).join();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`
    set session_replication_role = replica;
    insert into chat_service (name, hidden) values ('conference', false) on conflict do nothing;
    update pg_index set indisready = false where indrelid in (select oid from pg_class where relname in (${names}));
    ${inserts.join(';')};
    ${tables.map((table) => `reindex table ${table}`).join(';')};
    -- to build an index counts the rows
    update pg_class set reltuples = -1, relpages = 0, relallvisible = 0 where relname in (${names})`);
  await client.end();
}
