// F1: bare Fastify and pg, one named statement for one user, no authentication.
import { fastify } from 'fastify';
import { USERS_PATH } from '../load/requests.js';
import { databasePool, serve, userJson, type UserRow, userXml, XML_DECLARATION } from './floor.js';

const pool = databasePool();
const app = fastify();
app.get<{ Params: { username: string } }>(`${USERS_PATH}/:username`, async (request, reply) => {
  const { rows } = await pool.query<UserRow>({
    name: 'find',
    text: 'select username, name, email, properties from account where username = $1',
    values: [request.params.username],
  });
  const [user] = rows;
  if (!user) return reply.code(404).send();
  if (request.headers.accept === 'application/xml') {
    return reply.header('Content-Type', 'application/xml').send(XML_DECLARATION + userXml(user));
  }
  return reply.header('Content-Type', 'application/json').send(userJson(user));
});
await serve(app);
