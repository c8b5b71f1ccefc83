import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** An empty database of the run's PostgreSQL. */
export async function ownDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = process.env['TEST_POSTGRES_URL']!;
  const name = `package_${randomBytes(6).toString('hex')}`;
  await asServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return {
    url: url.href,
    drop: () => asServer(server, `drop database ${name} with (force)`),
  };
}

async function asServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
