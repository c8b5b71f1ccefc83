import { Client } from 'pg';
import type { QueryResultRow } from 'pg';
import { ENDS_WITH_ITS_CLIENT } from '@chat-admin/persistence/database/vanished-peers';
import { PortableFailed, PortableRefused } from '../faults.js';
import { mendedLogin } from './refused-login.js';

export interface SnapshotAddresses {
  readonly url: string;
  /** as the chat server's role, whose tables hold what its stock modules store; null: the same connection may read them */
  readonly engineUrl: string | null;
}

/** Rows that are fetched at a time, and so held. */
export const BATCH_ROWS = 200;

const BEGIN = `
  begin transaction isolation level repeatable read read only;
  set local timezone = 'UTC'; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`;

const STORES = `
  select count(*) > 0 as found,
    coalesce(bool_and(
      has_schema_privilege(space.oid, 'usage') and has_table_privilege(class.oid, 'select')), true) as readable
  from pg_class class join pg_namespace space on space.oid = relnamespace
  where nspname = 'prosody' and relname in ('prosody', 'prosodyarchive')`;

/** One state of the database, of both roles' tables, however long it is read and whatever is changed meanwhile. */
export class Snapshot {
  readonly stores = { values: 'prosody.prosody', entries: 'prosody.prosodyarchive' };
  private cursors = 0;

  private constructor(
    private readonly client: Client,
    private readonly engine: Client,
    /** the XMPP domain */
    readonly domain: string,
    /** whether a chat server has stored anything of its own */
    readonly hasStores: boolean,
  ) {}

  /**
   * @throws PortableRefused if the chat server's tables are there and may not be read
   * @throws PortableFailed
   */
  static async open({ url, engineUrl }: SnapshotAddresses): Promise<Snapshot> {
    const client = await connected(url);
    let engine = client;
    try {
      await asked(client, BEGIN);
      if (engineUrl !== null) {
        engine = await connected(engineUrl);
        const [row] = await asked<{ id: string }>(client, 'select pg_export_snapshot() as id');
        await asked(engine, BEGIN);
        await asked(engine, `set transaction snapshot '${row!.id}'`);
      }
      const [named] = await asked<{ domain: string }>(client, 'select service_domain() as domain');
      return new Snapshot(client, engine, named!.domain, await hasStores(engine));
    } catch (error) {
      await ended(client, engine);
      throw error;
    }
  }

  /** Few rows. */
  query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return asked<Row>(this.client, text, values);
  }

  /** Rows in batches; several may be read alternately. */
  rows<Row extends QueryResultRow>(
    text: string,
    values?: readonly unknown[],
  ): AsyncGenerator<Row[], void, undefined> {
    return this.fetched(this.client, text, values);
  }

  /** Rows of the chat server's tables; none where no chat server has made them. */
  async *stored<Row extends QueryResultRow>(
    text: string,
    values?: readonly unknown[],
  ): AsyncGenerator<Row[], void, undefined> {
    if (this.hasStores) yield* this.fetched<Row>(this.engine, text, values);
  }

  async close(): Promise<void> {
    await ended(this.client, this.engine);
  }

  private async *fetched<Row extends QueryResultRow>(
    client: Client,
    text: string,
    values?: readonly unknown[],
  ): AsyncGenerator<Row[], void, undefined> {
    const cursor = `portable_${++this.cursors}`;
    await asked(client, `declare ${cursor} no scroll cursor for ${text}`, values);
    for (;;) {
      const rows = await asked<Row>(client, `fetch ${BATCH_ROWS} from ${cursor}`);
      if (rows.length > 0) yield rows;
      if (rows.length < BATCH_ROWS) break;
    }
    await asked(client, `close ${cursor}`);
  }
}

async function hasStores(engine: Client): Promise<boolean> {
  const [row] = await asked<{ found: boolean; readable: boolean }>(engine, STORES);
  const { found, readable } = row!;
  if (found && !readable) {
    throw new PortableRefused(
      'The tables of the chat server may not be read with this role: name an address with that of the chat server, too (--engine-database).',
    );
  }
  return found;
}

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: 'chat-admin export' });
  // a lost connection is reported by the statement that needs it
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(ENDS_WITH_ITS_CLIENT);
    return client;
  } catch (error) {
    // the server would wait a minute for the rest of the login
    await client.end().catch(() => undefined);
    const mending = mendedLogin(error, client);
    if (mending === null) throw failed(error);
    throw new PortableRefused(`The database: ${mending}`, { cause: error });
  }
}

async function asked<Row extends QueryResultRow>(
  client: Client,
  text: string,
  values?: readonly unknown[],
): Promise<Row[]> {
  try {
    return (await client.query<Row>(text, values === undefined ? undefined : [...values])).rows;
  } catch (error) {
    throw failed(error);
  }
}

async function ended(client: Client, engine: Client): Promise<void> {
  await client.end().catch(() => undefined);
  if (engine !== client) await engine.end().catch(() => undefined);
}

function failed(error: unknown): PortableFailed {
  return new PortableFailed(`The database: ${(error as Error).message}`, { cause: error });
}
