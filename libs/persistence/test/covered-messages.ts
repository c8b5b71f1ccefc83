import type { HoldTerms } from '@chat-admin/domain/holds/hold';
import type { OpenDatabase } from './open-database.js';

/** Numbers from 0 to 1, the same ones for a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const PEOPLE = ['ann', 'bob', 'cy'] as const;
export const ROOMS = ['tea', 'den'] as const;
const DOMAIN = 'example.org';
export const bare = (name: string) => `${name}@${DOMAIN}`;

/** Accounts, rooms and what was said, anew. */
export async function fill({ query }: OpenDatabase): Promise<void> {
  for (const table of ['hold', 'held_message', 'room', 'account', 'retracted_message']) {
    await query(`delete from ${table}`);
  }
  await query(
    `insert into chat_service (name, description, hidden) values ('rooms2', '', false) on conflict do nothing`,
  );
  await query(`insert into account (username, name) select name, '' from unnest($1::text[]) name`, [
    PEOPLE,
  ]);
  await query(`
    insert into room (service, name) values ('conference', 'tea'), ('rooms2', 'den')`);
  await query(
    `insert into archived_message (archive_id, sent_at, contact, received, stanza)
     select archive_of_account(owner), now() - age * interval '1 day', other || '@${DOMAIN}', age % 2 = 0,
       '<message><body>' || owner || other || age || '</body></message>'
     from unnest($1::text[]) owner, unnest($1::text[] || '{eve}'::text[]) other, generate_series(1, 4) age
     where owner <> other`,
    [PEOPLE],
  );
  await query(
    `insert into room_message (room_id, sent_at, nickname, sender, body, stanza)
     select room.id, now() - age * interval '1 day', who, who || '@${DOMAIN}/phone', room.name || who || age,
       '<message from=''' || room.name || '@conference.${DOMAIN}/' || who || '''><body>' || room.name || who || age || '</body></message>'
     from room, unnest($1::text[] || '{eve}'::text[]) who, generate_series(1, 4) age`,
    [PEOPLE],
  );
}

/** As it was when the hold began. */
export interface Covered {
  readonly kind: string;
  readonly id: string;
  readonly owner: string;
  readonly other: string | null;
  readonly stanza: string;
}

/** What a hold covers, by what it says and not by what the database makes of it. */
export function covered(
  { query }: OpenDatabase,
  { persons, rooms, from, until }: Pick<HoldTerms, 'persons' | 'rooms' | 'from' | 'until'>,
): Promise<readonly Covered[]> {
  return query<Covered & Record<string, unknown>>(
    `select * from (
       select 'chat' as kind, message.id::text, username || '@${DOMAIN}' as owner, contact as other, stanza, sent_at,
         username || '@${DOMAIN}' = any ($1) or contact = any ($1) as is_in
       from archived_message message join message_archive archive on archive.id = archive_id
       union all
       select 'room', message.id::text, name || '@' || service, split_part(sender, '/', 1), stanza, sent_at,
         name || '@' || service = any ($2) or split_part(sender, '/', 1) = any ($1)
       from room_message message join room on room.id = room_id) said
     where is_in and stanza like '%<body>%' and sent_at >= coalesce($3, '-infinity'::timestamptz)
       and sent_at < coalesce($4, 'infinity'::timestamptz)`,
    [persons, rooms, from, until],
  );
}

/** Of these, those that are not there exactly once: as they were, or as a copy. */
export async function lost({ query }: OpenDatabase, messages: readonly Covered[]) {
  const rows = await query<{ kind: string; id: string; times: string }>(
    `select kind, id, times from (
       select kind, id, (
         select count(*) from (
           select from archived_message live where kind = 'chat' and live.id = was.id::bigint and live.stanza = was.stanza
           union all
           select from room_message live where kind = 'room' and live.id = was.id::bigint and live.stanza = was.stanza
             and split_part(sender, '/', 1) = was.other and body is not null
           union all
           select from held_message copy where copy.kind = was.kind and message_id = was.id::bigint
             and copy.stanza = was.stanza and copy.other = was.other
             and (copy.owner = was.owner or was.kind = 'chat')) found) as times
       from jsonb_to_recordset($1) as was (kind text, id text, owner text, other text, stanza text)) counted
     where times <> 1`,
    [JSON.stringify(messages)],
  );
  return rows;
}
