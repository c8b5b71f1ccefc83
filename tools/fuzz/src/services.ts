import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '@chat-admin/debian-programs/until';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '@chat-admin/embedded-postgres/embedded-postgres';
import { type BoundProcess, startBound } from '@chat-admin/processes/bound-process';
import { stablePort } from '@chat-admin/processes/stable-port';
import { DOMAIN } from './requests/values.js';

const MAINS = {
  api: fileURLToPath(new URL('../../../apps/api/dist/main.js', import.meta.url)),
  userservice: fileURLToPath(
    new URL('../../../apps/legacy-userservice/dist/main.js', import.meta.url),
  ),
};
const PREFIXES = { api: ['API', 'MANAGEMENT'], userservice: ['LEGACY', 'LEGACY_MANAGEMENT'] };

export const SECRET = 'secret-of-the-fuzz';

/** A compiled app as a process, which can be killed and started again in its place. */
export class Service {
  private process: BoundProcess | null = null;

  private constructor(
    readonly name: string,
    private readonly main: string,
    readonly port: number,
    private readonly managementPort: number,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  /** @param environment all that it gets, but for its ports */
  static async start(
    app: keyof typeof MAINS,
    name: string,
    environment: NodeJS.ProcessEnv,
  ): Promise<Service> {
    const [port, managementPort] = [await stablePort(), await stablePort()];
    const [prefix, management] = PREFIXES[app];
    const service = new Service(name, MAINS[app], port, managementPort, {
      [`${prefix}_PORT`]: String(port),
      [`${management}_PORT`]: String(managementPort),
      [`${prefix}_FAILED_LOGIN_LIMIT`]: '0',
      [`${prefix}_SCRAM_ITERATIONS`]: '4096',
      XMPP_DOMAIN: DOMAIN,
      LOG_LEVEL: 'error',
      // entries are taken away, and events counted
      AUDIT_SEAL_SECONDS: '0',
      ...environment,
    });
    await service.start();
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    if (!this.process) throw new Error(`${this.name} does not run`);
    return this.process.pid;
  }

  /** Resolves when it says that it is ready. */
  async start(): Promise<void> {
    const started = startBound(process.execPath, ['--enable-source-maps', this.main], {
      environment: this.environment,
    });
    this.process = started;
    let over = false;
    void started.ended.finally(() => (over = true));
    await until(`${this.name} is ready`, async () => over || (await this.isReady()));
    if (over) throw new Error(`${this.name} ended instead of serving:\n${started.output()}`);
  }

  /** How many lines of bulk jobs it has done since it runs. */
  async jobLines(): Promise<number> {
    const text = await (await fetch(this.managementUrl('/metrics'))).text();
    const counts = text.matchAll(/^chat_admin_job_items_total\{.*\} (\d+)$/gm);
    return Array.from(counts, ([, count]) => Number(count)).reduce((all, one) => all + one, 0);
  }

  async isReady(): Promise<boolean> {
    try {
      const reply = await fetch(this.managementUrl('/readyz'));
      await reply.arrayBuffer();
      return reply.ok;
    } catch {
      return false;
    }
  }

  /** the last lines that it has written */
  output(): string {
    return this.process?.output() ?? '';
  }

  signal(name: NodeJS.Signals): void {
    this.process?.signal(name);
  }

  private managementUrl(path: string): string {
    return `http://127.0.0.1:${this.managementPort}${path}`;
  }

  async kill(): Promise<void> {
    await this.process?.kill();
  }

  async stop(): Promise<void> {
    await this.process?.stop();
  }
}

/** A PostgreSQL with data in a temporary directory. */
export class Database {
  private constructor(
    private readonly parent: string,
    private readonly server: EmbeddedPostgres,
  ) {}

  static async start(): Promise<Database> {
    const parent = await mkdtemp(join(tmpdir(), 'chat-admin-fuzz-'));
    await chmod(parent, 0o711); // the server's account must get through
    const directory = join(parent, 'data');
    return new Database(parent, await startEmbeddedPostgres({ directory, owner: 'chat_admin' }));
  }

  /** as the owner of the database, who is no superuser */
  get url(): string {
    return this.server.url;
  }

  get superuserUrl(): string {
    return this.server.superuserUrl;
  }

  async stop(): Promise<void> {
    await this.server.stop();
    await rm(this.server.directory, { recursive: true, force: true, maxRetries: 5 });
    await rm(this.parent, { recursive: true, force: true, maxRetries: 5 });
  }
}
