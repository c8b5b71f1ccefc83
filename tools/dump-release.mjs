// A step of a release: its schema and a row of everything, from which later versions prove that they
// can upgrade. With PostgreSQL 15 of Debian (postgresql-15, postgresql-common) and after `npm run build`:
//   pg_virtualenv -v 15 node tools/dump-release.mjs 0.3.0
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
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
  insert into lockout values ('ola', '2026-01-03T00:00:00Z');
  insert into vcard values ('ola', '<vCard xmlns="vcard-temp"><FN>Ola N</FN></vCard>');
  insert into departed_account values ('gone');
  insert into user_group values ('crew', 'Those on board', true);
  insert into group_member values
    ('crew', 'ola@chat.example', false), ('crew', 'admin@chat.example', true);
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
  insert into audit_entry (username, occurred_at, summary, node, details)
    values ('admin', '2026-01-07T00:00:00Z', 'created user ola', 'node-1', 'ola');
  select admit_chat_engine('${engineRole}')`);
await dataSource.destroy();

const folder = new URL(`../libs/persistence/releases/${release}/`, import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('schema.sql', folder), dump('--schema-only'));
writeFileSync(new URL('data.sql', folder), dump('--data-only', '--column-inserts'));
