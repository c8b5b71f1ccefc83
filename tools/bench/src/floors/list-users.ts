// F4: bare Fastify and pg, one query for all users as one json_agg, one string, sent at once.
import { fastify } from 'fastify';
import { USERS_PATH } from '../load/requests.js';
import { databasePool, serve, userJson, type UserRow, userXml, XML_DECLARATION } from './floor.js';

const pool = databasePool();
const app = fastify();
app.get(USERS_PATH, async (request, reply) => {
  const { rows } = await pool.query<{ users: readonly UserRow[] }>({
    name: 'list',
    text: `select json_agg(json_build_object('username', username, 'name', name, 'email', email,
                                             'properties', properties) order by username) as users
           from account`,
  });
  const { users } = rows[0]!;
  if (request.headers.accept === 'application/xml') {
    let xml = `${XML_DECLARATION}<users>`;
    for (const user of users) xml += userXml(user);
    return reply.header('Content-Type', 'application/xml').send(`${xml}</users>`);
  }
  let json = '';
  for (const user of users) json += (json && ',') + userJson(user);
  return reply.header('Content-Type', 'application/json').send(`{"users":[${json}]}`);
});
await serve(app);
