// F1 of rooms: bare Fastify and pg, one named statement for one room with its affiliations, no authentication.
import { fastify } from 'fastify';
import { ROOMS_PATH } from '../load/requests.js';
import { databasePool, serve, XML_DECLARATION } from './floor.js';
import { HOLDERS, roomJson, type RoomRow, roomXml } from './room-text.js';

interface Route {
  readonly Params: { readonly room: string };
  readonly Querystring: { readonly servicename: string };
}

const pool = databasePool();
const app = fastify();
app.get<Route>(`${ROOMS_PATH}/:room`, async (request, reply) => {
  const { rows } = await pool.query<RoomRow>({
    name: 'find',
    text: `select room.*, ${HOLDERS} from room where service = $1 and name = $2`,
    values: [request.query.servicename, request.params.room],
  });
  const [room] = rows;
  if (!room) return reply.code(404).send();
  if (request.headers.accept === 'application/xml') {
    return reply.header('Content-Type', 'application/xml').send(XML_DECLARATION + roomXml(room));
  }
  return reply.header('Content-Type', 'application/json').send(roomJson(room));
});
await serve(app);
