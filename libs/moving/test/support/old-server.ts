import { emptyDatabase } from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';

/** A made Openfire on PostgreSQL, which a test may change while it is moved. */
export interface OldServer {
  readonly url: string;
  query(sql: string): Promise<pg.QueryResult>;
  close(): Promise<void>;
}

/** @param sql what makes it, of `openfire` */
export async function oldServer(sql: string): Promise<OldServer> {
  const database = await emptyDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(sql);
  return {
    url: database.url,
    query: (more) => client.query(more),
    close: async () => {
      await client.end();
      await database.drop();
    },
  };
}
