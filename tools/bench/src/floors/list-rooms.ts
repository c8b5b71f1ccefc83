// F4 of rooms: bare Fastify and pg, one query for all rooms of a service as one json_agg, one string, sent at once.
import { fastify } from 'fastify';
import { ROOMS_PATH } from '../load/requests.js';
import { databasePool, serve, XML_DECLARATION } from './floor.js';
import { HOLDERS, roomJson, type RoomRow, roomXml } from './room-text.js';

interface Route {
  readonly Querystring: { readonly servicename: string };
}

const pool = databasePool();
const app = fastify();
app.get<Route>(ROOMS_PATH, async (request, reply) => {
  const { rows } = await pool.query<{ rooms: readonly RoomRow[] }>({
    name: 'list',
    text: `select json_agg(found order by name) as rooms
           from (select room.*, ${HOLDERS} from room where service = $1) found`,
    values: [request.query.servicename],
  });
  const { rooms } = rows[0]!;
  if (request.headers.accept === 'application/xml') {
    let xml = `${XML_DECLARATION}<chatRooms>`;
    for (const room of rooms) xml += roomXml(room);
    return reply.header('Content-Type', 'application/xml').send(`${xml}</chatRooms>`);
  }
  let json = '';
  for (const room of rooms) json += (json && ',') + roomJson(room);
  return reply.header('Content-Type', 'application/json').send(`{"chatRooms":[${json}]}`);
});
await serve(app);
