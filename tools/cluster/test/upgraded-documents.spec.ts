import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { bundledProgram } from '@chat-admin/debian-programs/bundled-program';
import { emptyDatabase } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import { stablePort } from '@chat-admin/processes/stable-port';
import pg from 'pg';
import { startApiInstance } from '../src/api-instance.js';
import { programOfRelease } from '../src/built-program.js';
import { formerRelease } from '../src/former-release.js';

const run = promisify(execFile);
/** Called like these by `tools/dump-release.mjs`. */
const DUMPED = { role: 'chat_engine_of_the_release', secret: 'secret-of-the-release' };
const DOMAIN = 'chat.example';
const COMMAND = bundledProgram('cli');

/** Every document that a dump has rows of, but events, which are numbered in the background. */
const DOCUMENTS: readonly string[] = [
  ...['/users', '/users?propertyKey=desk', '/users/ola', '/users/ola/groups', '/users/ola/roster'],
  ...['/users/ola/vcard', '/lockouts', '/lockouts/ola', '/groups', '/groups/crew'],
  ...['/groups/crew/members', '/chatservices', '/chatrooms?type=all', '/chatrooms/lobby'],
  ...['/chatrooms/lobby/owners', '/chatrooms/lobby/members', '/chatrooms/lobby/chathistory'],
  ...['/logs/security', '/keys', '/keys/k1', '/jobs'],
  ...['/system/properties/xmpp.domain', '/system/properties/plugin.restapi.secret'],
  '/archive/messages/unread/ola@chat.example',
];

let release: Awaited<ReturnType<typeof formerRelease>>;
let database: TestDatabase;
let role: string;

beforeAll(async () => {
  release = await formerRelease();
  database = await emptyDatabase();
  role = `chat_engine_${randomBytes(6).toString('hex')}`;
  await sql(`create role ${role}`);
  for (const part of ['schema.sql.gz', 'data.sql.gz']) {
    const text = gunzipSync(await readFile(join(release.dump, part))).toString();
    // bypasses triggers, so that the rows stay as they were dumped
    await sql(
      `set session_replication_role = replica; ${text.replaceAll(DUMPED.role, () => role)}`,
    );
  }
});
afterAll(async () => {
  await sql(`drop owned by ${role}; drop role ${role}`);
  await database.drop();
});

async function sql(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

const settings = () => ({
  PATH: process.env['PATH'],
  ...{ DATABASE_URL: database.url, DATABASE_MIGRATIONS: 'check', XMPP_DOMAIN: DOMAIN },
});

/** Status and document by path, as a program serves them. */
async function documentsOf(main?: string): Promise<Record<string, unknown>> {
  const port = await stablePort();
  const instance = await startApiInstance(
    { ...settings(), API_PORT: String(port), MANAGEMENT_PORT: '0' },
    main,
  );
  const documents: Record<string, unknown> = {};
  for (const path of DOCUMENTS) {
    const reply = await fetch(`http://127.0.0.1:${port}/plugins/restapi/v1${path}`, {
      headers: { Authorization: DUMPED.secret, Accept: 'application/json, */*;q=0.5' },
    });
    const text = await reply.text();
    const isJson = reply.headers.get('content-type')?.startsWith('application/json');
    documents[`${path} ${reply.status}`] = isJson ? (JSON.parse(text) as unknown) : text;
  }
  await instance.stop();
  return documents;
}

it('the documents of the former release are read as before, once the database is upgraded', async () => {
  const before = await documentsOf((await programOfRelease(release)).api);
  expect(Object.keys(before)).toEqual(DOCUMENTS.map((path) => `${path} 200`));
  await run(process.execPath, [COMMAND, 'migrate'], { env: settings() });
  // later versions may add members
  expect(await documentsOf()).toMatchObject(before);
});
