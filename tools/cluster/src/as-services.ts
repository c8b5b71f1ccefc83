import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';

/** Of the instances: it may not change the schema. */
const SERVICES = 'services';

/**
 * Prepares an empty database as its owner, and admits the role of the services.
 * @param command main module of `chat-admin`
 * @param secret the initial shared secret
 * @param settings more of what the instances are told, too
 * @returns the database's address as that role
 */
export async function asServices(
  databaseUrl: string,
  command: string,
  secret: string,
  settings: NodeJS.ProcessEnv = {},
): Promise<string> {
  const env = {
    ...{ PATH: process.env['PATH'], DATABASE_URL: databaseUrl },
    ...{ XMPP_DOMAIN: 'example.org', API_INITIAL_SECRET: secret },
    ...settings,
  };
  await promisify(execFile)(process.execPath, [command, 'migrate'], { env });
  // of several servers the standby refuses to write; pg asks the first alone
  const owner = new pg.Client({ connectionString: databaseUrl.replace(/,[^/]*/, '') });
  await owner.connect();
  try {
    await owner.query(`create role ${SERVICES} login password '${SERVICES}'`);
    await owner.query('select admit_chat_admin($1)', [SERVICES]);
  } finally {
    await owner.end();
  }
  return databaseUrl.replace(/\/\/(?:[^@/]*@)?/, `//${SERVICES}:${SERVICES}@`);
}
