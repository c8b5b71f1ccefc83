import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { QueryResult } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import {
  ENDS_WITH_ITS_CLIENT,
  ENDS_WITHOUT_ACKNOWLEDGEMENT,
} from '@chat-admin/persistence/database/vanished-peers';
import { mendedLogin } from '@chat-admin/portable/database/refused-login';
import { ImportRefused, TargetFailed } from '../faults.js';

export interface TargetAddresses {
  /** as the owner of the database */
  readonly url: string;
  /** as the chat server's role; null: the same connection may write its tables */
  readonly engineUrl: string | null;
}

const SERVICES = `
  select distinct application_name from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()
    and application_name = any ('{chat-admin api,chat-admin serve,chat-admin userservice}')`;
/** Services that wait for the end of an import connect for a moment, to look whether it has ended. */
const MOST_LOOKS = 4;
const LOOK_PAUSE_MS = 100;

const IMPORT_LOCK = 4_862_177_334;
/** `engine.hello` takes it for the one chat server */
const CHAT_SERVER_LOCK = 4_862_177_332;

/** The domain, in what {@link Target.onEngine} asks: its role may call no function of the services. */
export const ENGINE_DOMAIN = `current_setting('chat_admin.moved_domain')`;

/**
 * How texts of rows are written, of which digests are made; and statements of a batch would be compiled for longer than they run, with
 * the costs that are estimated of tables that grow meanwhile.
 */
const SETTINGS = `
  set timezone = 'UTC'; set datestyle = 'ISO'; set bytea_output = 'hex'; set extra_float_digits = 1;
  set client_min_messages = 'warning'; set jit = off;
  ${ENDS_WITH_ITS_CLIENT}; ${ENDS_WITHOUT_ACKNOWLEDGEMENT}`;

/** The connections of one import. All statements fail with TargetFailed. */
export class Target {
  private isDomainTold = false;

  private constructor(
    private readonly client: Client,
    private readonly engine: Client,
  ) {}

  /** @throws TargetFailed */
  static async open({ url, engineUrl }: TargetAddresses): Promise<Target> {
    const client = await connected(url);
    try {
      return new Target(client, engineUrl === null ? client : await connected(engineUrl));
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  async query<R = Record<string, unknown>>(text: string, values?: unknown[]): Promise<R[]> {
    return (await asked(this.client, text, values)).rows as R[];
  }

  /** @returns how many rows it wrote */
  async change(text: string): Promise<number> {
    return (await asked(this.client, text)).rowCount ?? 0;
  }

  /** What is in it is stored as a whole, or not at all. */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    return inTransaction(this.client, work);
  }

  /**
   * Writes the chat server's own tables: a transaction of their own, unless the connection is the same. It may be repeated, since what
   * it writes replaces what is there.
   */
  async onEngine<T>(
    work: (query: (text: string, values: unknown[]) => Promise<unknown[]>) => Promise<T>,
  ): Promise<T> {
    await this.tellDomain();
    const run = () => work(async (text, values) => (await asked(this.engine, text, values)).rows);
    return this.engine === this.client ? run() : inTransaction(this.engine, run);
  }

  private async tellDomain(): Promise<void> {
    if (this.isDomainTold) return;
    const [row] = await this.query<{ domain: string }>('select service_domain() as domain');
    await asked(this.engine, `select set_config('chat_admin.moved_domain', $1, false)`, [
      row!.domain,
    ]);
    this.isDomainTold = true;
  }

  /** Lines of COPY's text format. */
  async copy(into: string, lines: readonly string[]): Promise<void> {
    const stream = this.client.query(copyFrom(`copy ${into} from stdin`));
    const done = new Promise<void>((resolve, reject) => {
      stream.on('finish', resolve).on('error', (error) => reject(failed(error)));
    });
    stream.end(lines.join(''));
    await done;
  }

  /**
   * Keeps services and other imports away.
   * @throws ImportRefused
   */
  async lock(): Promise<void> {
    if (!(await this.tryLock(IMPORT_LOCK))) {
      throw new ImportRefused('Another import is running on this database.');
    }
    for (let look = 1; ; look += 1) {
      const [other] = await this.query<{ application_name: string }>(SERVICES);
      if (other === undefined) break;
      if (look === MOST_LOOKS) {
        throw new ImportRefused(
          `Stop the services first: "${other.application_name}" is connected.`,
        );
      }
      await pause(LOOK_PAUSE_MS);
    }
    if (!(await this.tryLock(CHAT_SERVER_LOCK))) {
      throw new ImportRefused('Stop the chat server first: it is attached to the database.');
    }
  }

  async close(): Promise<void> {
    await this.client.end().catch(() => undefined);
    if (this.engine !== this.client) await this.engine.end().catch(() => undefined);
  }

  private async tryLock(lock: number): Promise<boolean> {
    const [row] = await this.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      lock,
    ]);
    return row!.taken;
  }
}

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: 'chat-admin import' });
  // a lost connection is reported by the statement that needs it
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(SETTINGS);
    return client;
  } catch (error) {
    // the server would wait a minute for the rest of the login
    await client.end().catch(() => undefined);
    const mending = mendedLogin(error, client);
    if (mending === null) throw failed(error);
    throw new ImportRefused(`The database of chat-admin: ${mending}`, { cause: error });
  }
}

async function asked(client: Client, text: string, values?: unknown[]): Promise<QueryResult> {
  try {
    return await client.query(text, values);
  } catch (error) {
    throw failed(error);
  }
}

async function inTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await asked(client, 'begin');
  try {
    const result = await work();
    await asked(client, 'commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

const LACKS_PRIVILEGE = '42501';

/** To repeat the line does not mend what a role may not do. */
export const lacksPrivilege = (error: unknown): boolean =>
  error instanceof TargetFailed && (error.cause as { code?: string }).code === LACKS_PRIVILEGE;

function failed(error: unknown): TargetFailed {
  const { message } = error as Error;
  return new TargetFailed(`The database of chat-admin: ${message}`, { cause: error });
}
