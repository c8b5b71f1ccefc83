// A step of a release: its schema and a row of everything, from which later versions prove that they
// can upgrade. With PostgreSQL 15 of Debian (postgresql-15, postgresql-common) and after `npm run build`:
//   pg_virtualenv -t -v 15 node tools/dump-release.mjs 0.3.0
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { createDataSource } from '@chat-admin/persistence/schema/data-source';
import { prepareDatabase } from '@chat-admin/persistence/schema/prepare-database';

const release = process.argv[2];
if (!/^\d+\.\d+\.\d+$/.test(release ?? '')) throw new Error('Which release? For example 0.3.0');
const { PGHOST, PGPORT, PGUSER, PGPASSWORD } = process.env;
if (!PGPORT) throw new Error('Run it through pg_virtualenv');

const database = 'chat_release';
/** Tests load the dump into servers with other roles, and substitute one. */
const engineRole = 'chat_engine_of_the_release';

const run = (program, ...args) => execFileSync(program, args, { encoding: 'utf8' });
const dump = (...args) =>
  run('pg_dump', '--no-owner', ...args, database)
    .replace(/^\\.*\n/gm, '') // for psql only
    .replace(/^-- Dumped .*\n/gm, '');

run('createdb', '--template', 'template0', '--encoding', 'UTF8', '--locale', 'C.UTF-8', database);
run('psql', '-qc', `create role ${engineRole}`);
const dataSource = createDataSource({
  url: `postgres://${PGUSER}:${PGPASSWORD}@${PGHOST}:${PGPORT}/${database}`,
});
await prepareDatabase(dataSource, {
  domain: 'chat.example',
  configuredDomain: true,
  secret: 'secret-of-the-release',
  administrator: null,
});
await dataSource.query(`
  insert into account (username, name, email, properties, created_at) values
    ('admin', 'Admin', null, '[]', '2026-01-02T03:04:05Z'),
    ('ola', 'Ola N', 'ola@chat.example', '[{"key": "desk", "value": "4B"}]', '2026-01-02T03:04:06Z');
  insert into account_credential
    select username, '\\x01', 4096, '\\x02', '\\x03', '\\x04', 4096, '\\x05', '\\x06' from account;
  insert into account_role values ('ola', 'help-desk');
  insert into engine_node (node, kind, version, address, state, epoch, joined_at, active_at, renewed_at)
    values ('chat-1', 'prosody', '0.12.3', 'http://127.0.0.1:5280', 'gone', nextval('engine_epoch'),
            '2026-01-02T00:00:00Z', '2026-01-02T00:00:01Z', '2026-01-03T00:00:00Z');
  insert into lockout values ('ola', '2026-01-03T00:00:00Z');
  insert into vcard values ('ola', '<vCard xmlns="vcard-temp"><FN>Ola N</FN></vCard>');
  insert into managed_account values ('ola', 'directory:main', 'u1', '{name,email,password}', '{desk}', null);
  insert into departed_account values ('gone');
  insert into departed_file (host, slot) values ('upload.chat.example', 'gone');
  insert into user_group values ('crew', 'Those on board', true);
  insert into group_member values
    ('crew', 'ola@chat.example', false), ('crew', 'admin@chat.example', true);
  insert into managed_group values ('crew', 'directory:main', 'g1');
  insert into directory_state (directory, cursor) values ('main', '{"csn": "1"}');
  insert into directory_run (directory, mode, dry_run, status, created_by, counts)
    values ('main', 'full', false, 'writing', 'command line', '{"read": 1}');
  insert into directory_stage select id, 'person', 'u1', 'ola', '{"externalId": "u1"}' from directory_run;
  insert into directory_result select id, 1, 'ola', 'updated', '{name}', null, null from directory_run;
  insert into roster_item (owner, jid, nickname, subscription, groups, ask)
    values ('ola', 'eve@other.example', 'Eve', 1, '{friends}', false);
  insert into roster_request values ('ola', 'max@other.example', '<presence type="subscribe"/>');
  insert into room (service, name, natural_name, persistent, creation_date, modification_date,
                    broadcast_presence_roles)
    values ('conference', 'lobby', 'Lobby', true, '2026-01-04T00:00:00Z', '2026-01-05T00:00:00Z',
            '{moderator,visitor}');
  insert into room_affiliation
    select id, 'ola@chat.example', 'owner', 'Captain' from room;
  insert into room_group_affiliation select id, 'crew', 'member' from room;
  insert into room_message (room_id, sent_at, nickname, sender, body, stanza)
    select id, '2026-01-06T00:00:00Z', 'Captain', 'ola@chat.example', 'Hi', '<message/>' from room;
  insert into room_message (room_id, sent_at, nickname, sender, retracted_at, retracted_by)
    select id, '2026-01-06T00:00:01Z', 'Captain', 'ola@chat.example', '2026-01-06T00:00:02Z', 'admin' from room;
  insert into retracted_message (id, retracted_at, body)
    select id, retracted_at, 'Ho' from room_message where retracted_at is not null;
  insert into audit_entry (username, occurred_at, summary, node, details, concerns)
    values ('admin', '2026-01-07T00:00:00Z', 'created user ola', 'node-1', 'ola', '{ola}');
  select seal_audit((select max(log_id) from audit_entry), 10000);
  insert into account_rename (account_id, former, name, log_id, since)
    select id, 'olga', 'ola', 0, '2026-01-02T00:00:00Z' from account where username = 'ola';
  insert into api_key
      (id, name, scopes, allowed_addresses, rate_limit, created_at, created_by, digest)
    values ('k1', 'crm', '{users:read}', '{}', 0, '2026-01-08T00:00:00Z', 'admin', '\\x01');
  insert into idempotency_key (digest, fingerprint, token, noted_at, truncated)
    values ('\\x01', '\\x02', gen_random_uuid(), '2026-01-08T00:00:00Z', false);
  insert into console_session
      (digest, principal_id, principal_name, kind, subject, created_at, last_used)
    values ('\\x01', 'admin', 'admin', 'login', 'admin', '2026-01-08T00:00:00Z', '2026-01-08T00:00:00Z');
  insert into used_once values ('link', '\\x01', '2026-01-08T00:10:00Z');
  insert into issuer_subject
    values ('issuer:sso:sub-1', '{users:read}', '2026-01-08T00:00:00Z', '2026-01-08T00:00:00Z');
  insert into event
    values (1, 'user.created', '2026-01-08T00:00:00Z', 'admin', 'api', null, 'ola', null, '{}', '{}', '{}', 0);
  insert into job (type, status, dry_run, on_existing, generate_passwords, service, maker_id,
      maker_name, maker_kind, maker_scopes, at_console, lines)
    values ('users', 'done', false, 'skip', true, 'conference', 'admin', 'admin', 'login', '{*}', false, 1);
  insert into job_batch select id, 1, 0, '{}' from job;
  insert into job_result select id, 1, 'ola', 'created', null, null from job;
  insert into job_password select id, 1, '{}' from job;
  insert into job_file select id, 1, '2026-01-09T00:00:00Z' from job;
  insert into job_file_piece select id, 0, '\\x01' from job;
  insert into webhook (url, types, status, created_at, created_by, maker_id, maker_name, maker_kind,
      maker_scopes, secret, reached)
    values ('https://receiver.example/', '{user.created}', 'disabled', '2026-01-08T00:00:00Z', 'admin', 'admin',
      'admin', 'login', '{*}', 'secret-of-the-webhook', 0);
  insert into webhook_delivery (webhook_id, event_id, type)
    select id, 1, 'user.created' from webhook;
  insert into report (kind, texts, accused, person, reporter, source, told_at)
    values ('spam', '{Make it stop}', 'eve@other.example', null, 'ola@chat.example', 'blocking', '{2026-01-08T00:00:00Z}');
  insert into report_message
    select id, 1, 'c1', '2026-01-08T00:00:00Z', accused, 'Buy', '<message/>', 'recent', 'ab', accused from report;
  insert into retention_rule (kind, username, days, acts_at, created_by)
    values ('chat', 'ola', 365, '2026-01-08T00:00:00Z', 'admin');
  insert into hold (name, reason, created_by) values ('Case 12', 'Asked for by the court', 'admin');
  insert into hold_name select id, 'person', 'eve@other.example' from hold;
  insert into held_message (kind, message_id, gone, sent_at, owner, other, received, stanza, removed_by, how)
    values ('chat', 1, true, '2026-01-08T00:00:00Z', 'ola@chat.example', 'eve@other.example', true, '<message/>', 'admin', 'deleted');
  insert into session_sample values ('2026-01-08T00:00:00Z', 2, 1);
  insert into message_archive (username) values ('ola');
  insert into archived_message (archive_id, contact, received, stanza)
    select id, 'eve@other.example', true, '<message/>' from message_archive;
  select admit_chat_engine('${engineRole}')`);
const names = await dataSource.query(
  `select relname as name from pg_class
   where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'schema%'`,
);
const empty = [];
for (const { name } of names) {
  const rows = await dataSource.query(`select from public.${name} limit 1`);
  if (rows.length === 0) empty.push(name);
}
await dataSource.destroy();
if (empty.length > 0) throw new Error(`Add a row of each of these tables: ${empty.join(', ')}`);

const folder = new URL(`../libs/persistence/releases/${release}/`, import.meta.url);
mkdirSync(folder, { recursive: true });
const write = (part, text) => writeFileSync(new URL(part, folder), gzipSync(text, { level: 9 }));
write('schema.sql.gz', dump('--schema-only'));
write('data.sql.gz', dump('--data-only', '--column-inserts'));
