// F2 of affiliations: bare Fastify and one insert statement into the API's tables. It checks
// nothing.
import { fastify } from 'fastify';
import { ROOMS_PATH } from '../load/requests.js';
import { databasePool, serve } from './floor.js';

const text = `
  with given as (
    select id from room where service = $1 and name = $2
  ), added as (
    insert into room_affiliation (room_id, jid, affiliation) select id, $3, 'member' from given
    on conflict on constraint room_affiliation_pk do nothing
  )
  insert into audit_entry (username, occurred_at, summary, node, details)
  values ('secret', $4, $5, 'node', $6)`;

interface Route {
  readonly Params: { readonly room: string; readonly name: string };
}

const pool = databasePool();
const app = fastify();
app.post<Route>(`${ROOMS_PATH}/:room/members/:name`, async (request, reply) => {
  const { room, name } = request.params;
  const service = 'conference';
  const audit = [new Date(), `POST room members ${service}/${room}/${name}`, 'outcome=201'];
  const values = [service, room, `${name}@example.org`, ...audit];
  await pool.query({ name: 'add', text, values });
  return reply.code(201).send();
});
await serve(app);
