// Fills a migrated database with rooms for measurements: room00000000 … with people, every fourth
// with a group, and groups of 20. Use a separate database:
// `node tools/rooms-data.mjs postgresql://… [rooms] [people of each] [service]`
import process from 'node:process';
import pg from 'pg';

const BATCH = 10_000;
const [url, rooms = '200000', people = '10', service = 'conference'] = process.argv.slice(2);
if (!url) {
  console.error(
    'usage: node tools/rooms-data.mjs <database url> [rooms] [people of each] [service]',
  );
  process.exit(2);
}

const client = new pg.Client({ connectionString: url });
await client.connect();
const [domain] = (
  await client.query(`select value as name from system_property where key = 'xmpp.domain'`)
).rows;
await client.query(
  `insert into chat_service (name, description, hidden) values ($1, $1, false)
   on conflict do nothing`,
  [service],
);
await client.query(`
  insert into user_group (name, description, shared)
  select 'group' || n, '', false from generate_series(1, 100) n on conflict do nothing`);
await client.query(
  `insert into group_member (group_name, jid, is_admin)
   select 'group' || g, 'user' || (g * 7 + n) || '@' || $1, n = 1
   from generate_series(1, 100) g, generate_series(1, 20) n on conflict do nothing`,
  [domain.name],
);
for (let start = 0; start < Number(rooms); start += BATCH) {
  const end = Math.min(start + BATCH, Number(rooms));
  await client.query(
    `with added as (
       insert into room (service, name, natural_name, description, subject, persistent, public_room)
       select $5, 'room' || lpad(n::text, 8, '0'),
              initcap((array['tea', 'sales', 'night', 'green', 'river'])[1 + n % 5]) || ' room ' || n,
              'Room number ' || n, 'Subject ' || n, true, n % 10 <> 0
       from generate_series($1::integer, $2::integer - 1) n
       on conflict on constraint room_service_name_key do nothing
       returning id
     ), named as (
       insert into room_affiliation (room_id, jid, affiliation)
       select id, 'user' || ((id * 13 + n * 101) % 100000) || '@' || $4,
              case n when 1 then 'owner' when 2 then 'admin' when $3 then 'outcast' else 'member' end
       from added, generate_series(1, $3::integer) n
       on conflict do nothing
     )
     insert into room_group_affiliation (room_id, group_name, affiliation)
     select id, 'group' || (1 + id % 100), 'member' from added where id % 4 = 0`,
    [start, end, Number(people), domain.name, service],
  );
  console.log(`${end} rooms`);
}
await client.query('vacuum analyze room, room_affiliation, room_group_affiliation');
await client.end();
