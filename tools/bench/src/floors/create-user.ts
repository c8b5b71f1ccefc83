// F2: bare Fastify and one insert statement into the API's tables. After the task `deriveKeys` it
// derives keys first.
import { fastify } from 'fastify';
import { deriveScramKeys } from '@chat-admin/credentials/scram-keys';
import { USERS_PATH } from '../load/requests.js';
import { answerTasks } from '../processes/tasks.js';
import { databasePool, serve } from './floor.js';
import { type Draft, readUserXml } from './read-user-xml.js';

let iterations = 0;
answerTasks({ deriveKeys: (wanted: number) => void (iterations = wanted) });
const fixed = {
  salt: Buffer.alloc(16),
  iterations: 4096,
  storedKey: Buffer.alloc(32),
  serverKey: Buffer.alloc(32),
};
const keysOf = (hash: 'sha1' | 'sha256', password: string) =>
  iterations === 0 ? fixed : deriveScramKeys(hash, password, iterations);

const text = `
  with account as (
    insert into account (username, name, email, properties) values ($1, $2, $3, $4)
    returning username
  ), credential as (
    insert into account_credential
    select username, $5, $6::integer, $7, $8, $9, $10::integer, $11, $12 from account
  )
  insert into audit_entry (username, occurred_at, summary, node, details)
  values ('secret', $13, $14, 'node', $15)`;

const pool = databasePool();
const app = fastify();
app.addContentTypeParser('application/xml', { parseAs: 'string' }, (_request, body, done) =>
  done(null, readUserXml(body as string)),
);
app.post<{ Body: Draft }>(USERS_PATH, async (request, reply) => {
  const { username, password, name, email, properties } = request.body;
  const sha1 = await keysOf('sha1', password);
  const sha256 = await keysOf('sha256', password);
  const credentials = [sha1, sha256].flatMap((keys) => [
    keys.salt,
    keys.iterations,
    keys.storedKey,
    keys.serverKey,
  ]);
  const values = [username, name, email, JSON.stringify(properties), ...credentials, new Date()];
  await pool.query({
    name: 'create',
    text,
    values: [...values, `POST user ${username}`, 'object=/users; outcome=201'],
  });
  return reply.code(201).send();
});
await serve(app);
