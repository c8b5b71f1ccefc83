import pg from 'pg';
import { isDatabaseAway } from './database-away.js';
import { isUnknownName } from './database-error.js';
import { placeOf, readDatabaseUrl } from './database-url.js';
import type { DatabaseHost } from './database-url.js';
import type { PoolMode } from './pool-mode.js';
import { StatementNames } from './statement-names.js';
import { timelineOf } from './timeline.js';

const TIMEOUT_MS = 2_000;

/** The SQLSTATE is that of a refused write, which is what would follow. */
export class NotPrimary extends Error {
  readonly code = '25006';

  constructor() {
    super('None of the servers of the database takes writes, or only one that was replaced before');
  }
}

/**
 * The servers that `DATABASE_URL` names. Where it names several, or asks for one that takes writes,
 * that one is found, remembered until it fails, and found again by asking all of them at the same
 * time. A server that was replaced by a promoted standby and comes back with its old timeline is no
 * longer taken, as long as this process has seen its successor or can reach it.
 */
export class DatabaseServers {
  private address: string;
  readonly several: boolean;
  private readonly hosts: readonly DatabaseHost[];
  private found: DatabaseHost | null = null;
  private finding: Promise<DatabaseHost> | null = null;
  private timeline = 0;
  /** as far as is known: {@link findPooler} */
  poolMode: PoolMode = 'none';

  /**
   * @param onError is told the SQLSTATE of every error that a server answers with
   * @param names whether the sessions know the names of statements, until one does not
   */
  constructor(
    url: string,
    private readonly onError: (code: string | undefined) => void = () => undefined,
    readonly names: StatementNames = new StatementNames(),
  ) {
    const address = readDatabaseUrl(url);
    this.address = address.url;
    this.hosts = address.hosts;
    this.several = address.primaryOnly;
  }

  /** for the driver, which knows one host only */
  get url(): string {
    return this.address;
  }

  /**
   * Takes over user and password for new connections.
   * @returns whether it names the same database; if not, nothing has changed
   */
  renew(url: string): boolean {
    const { url: address, hosts } = readDatabaseUrl(url);
    const same = JSON.stringify(hosts) === JSON.stringify(this.hosts);
    if (!same || placeOf(address) !== placeOf(this.address)) return false;
    this.address = address;
    return true;
  }

  /** @throws when no server takes writes */
  async primary(): Promise<DatabaseHost> {
    if (this.found !== null) return this.found;
    this.finding ??= this.find().finally(() => {
      this.finding = null;
    });
    return this.finding;
  }

  /** @throws NotPrimary for a server that is not, or no longer, the primary */
  require(timeline: number | null): number {
    if (timeline === null || timeline < this.timeline) throw new NotPrimary();
    this.timeline = timeline;
    return timeline;
  }

  /** The server has failed: the next connection looks for the primary again. */
  doubt(host: DatabaseHost | null): void {
    if (this.found === host) this.found = null;
  }

  report(code: string | undefined): void {
    if (isUnknownName({ code })) this.names.giveUp();
    this.onError(code);
  }

  private async find(): Promise<DatabaseHost> {
    const known = this.timeline > 0;
    const answers = this.hosts.map(async (host) => {
      return { host, timeline: this.require(await this.ask(host)) };
    });
    const { host } = known ? await firstOf(answers) : await newestOf(answers);
    this.found = host;
    return host;
  }

  private async ask(host: DatabaseHost): Promise<number | null> {
    const scout = new pg.Client({
      connectionString: this.url,
      application_name: 'chat-admin looks for the primary',
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    });
    aim(scout, host);
    scout.on('error', () => undefined);
    try {
      await scout.connect();
      return await timelineOf(scout);
    } finally {
      // a half-dead connection would not answer a farewell
      void scout.end().catch(() => undefined);
    }
  }
}

/** To be called before it connects. */
export function aim(client: pg.Client, { name, port }: DatabaseHost): void {
  // without a host the address names the folder of a socket
  if (name === '') return;
  client.host = name;
  client.port = port;
}

interface Answer {
  readonly host: DatabaseHost;
  readonly timeline: number;
}

/** A primary at least as new as the last one needs no comparison. */
function firstOf(answers: readonly Promise<Answer>[]): Promise<Answer> {
  return Promise.any(answers).catch(({ errors }: AggregateError) => {
    throw mostTelling(errors);
  });
}

async function newestOf(answers: readonly Promise<Answer>[]): Promise<Answer> {
  const settled = await Promise.allSettled(answers);
  const found = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const [newest] = found.sort((a, b) => b.timeline - a.timeline);
  if (newest !== undefined) return newest;
  throw mostTelling(settled.map((one) => (one as PromiseRejectedResult).reason as unknown));
}

/** What somebody has to mend, then that a server answers, then that none does. */
function mostTelling(errors: readonly unknown[]): unknown {
  return (
    errors.find((error) => !isDatabaseAway(error)) ??
    errors.find((error) => error instanceof NotPrimary) ??
    errors[0]
  );
}
