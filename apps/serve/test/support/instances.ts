import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { bundledProgram } from '@chat-admin/debian-programs/bundled-program';
import { firstMessage } from '@chat-admin/debian-programs/first-message';
import { testDatabase } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';

const MAIN = bundledProgram('serve');
const COMMANDS = bundledProgram('cli');
export const SECRET = 'secret-of-the-tests';

export interface Instance {
  readonly child: ChildProcess;
  readonly api: string;
  readonly metrics: string;
}

/** Processes of the service on one database. */
export class Instances {
  readonly running = new Set<Instance>();

  private constructor(
    private readonly database: TestDatabase,
    private readonly client: pg.Client,
    private readonly settings: Readonly<Record<string, string>>,
  ) {}

  static async on(settings: Readonly<Record<string, string>> = {}): Promise<Instances> {
    const database = await testDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    return new Instances(database, client, settings);
  }

  async start(): Promise<Instance> {
    const child = spawn(process.execPath, [MAIN], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        ...{ API_PORT: '0', MANAGEMENT_PORT: '0', LEGACY_PORT: '0', LEGACY_MANAGEMENT_PORT: '0' },
        ...{ API_INITIAL_SECRET: SECRET, LOG_LEVEL: 'silent', DATABASE_URL: this.database.appUrl },
        ...this.settings,
      },
    });
    let output = '';
    for (const stream of [child.stdout!, child.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    await firstMessage(child, () => output);
    const api = /The API listens on (\S+?)[,\s]/.exec(`${output} `)![1]!;
    const [, metrics] = /metrics: (\S+)\/readyz/.exec(output)!;
    const instance = { child, api, metrics: `${metrics}/metrics` };
    this.running.add(instance);
    return instance;
  }

  async kill(instance: Instance): Promise<void> {
    const closed = once(instance.child, 'close');
    this.running.delete(instance);
    instance.child.kill('SIGKILL');
    await closed;
  }

  /** Runs a command of the command line on the database, and returns what it prints. */
  async command(...words: readonly string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, [COMMANDS, ...words], {
      env: { PATH: process.env['PATH'], DATABASE_URL: this.database.appUrl },
    });
    return stdout;
  }

  async rows(text: string): Promise<readonly Record<string, unknown>[]> {
    return (await this.client.query<Record<string, unknown>>(text)).rows;
  }

  /** Ends all, and drops the database. */
  async close(): Promise<void> {
    for (const { child } of this.running) child.kill('SIGKILL');
    await this.client.end();
    await this.database.drop();
  }
}
