import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, chown, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '@chat-admin/debian-programs/until';

const SCRIPT = fileURLToPath(new URL('../../../tools/start.mjs', import.meta.url));
const TIMEOUT_MS = 400_000;
const WITHOUT = /^Continuing without Prosody/m;

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The whole product, as started by `npm start`, with separate data and on free ports. */
export class Product {
  readonly ended: Promise<Ended>;
  private written = '';

  private constructor(
    private readonly child: ChildProcess,
    readonly directory: string,
  ) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (this.written += text));
    }
    this.ended = new Promise((resolve) =>
      child.once('exit', (code, signal) => resolve({ code, signal })),
    );
  }

  /** @param account that of the test by default */
  static async launch(
    environment: NodeJS.ProcessEnv = {},
    account: { readonly uid: number; readonly gid: number } | null = null,
  ): Promise<Product> {
    const directory = await mkdtemp(join(tmpdir(), 'chat-admin-start-'));
    await chmod(directory, 0o711); // PostgreSQL's account has to traverse it
    if (account) await chown(directory, account.uid, account.gid);
    const { PATH, HOME } = process.env;
    const child = spawn(process.execPath, [SCRIPT], {
      stdio: ['ignore', 'pipe', 'pipe'],
      ...account,
      env: {
        ...{ PATH, HOME, DATA_DIR: directory, LOG_LEVEL: 'silent' },
        ...{ API_PORT: '0', MANAGEMENT_PORT: '0', LEGACY_PORT: '0', LEGACY_MANAGEMENT_PORT: '0' },
        ...{ XMPP_CLIENT_PORT: '0', XMPP_HTTP_PORT: '0', XMPP_DOMAIN: 'example.org' },
        ...{ API_INITIAL_SECRET: 'secret-of-the-tests', API_SCRAM_ITERATIONS: '4096' },
        ...environment,
      },
    });
    return new Product(child, directory);
  }

  get output(): string {
    return this.written;
  }

  /**
   * Resolves with the match once the text has been printed.
   * @throws with what has been printed, if the product ends, or goes on without its chat server, before that
   */
  async says(text: RegExp): Promise<RegExpExecArray> {
    let over = false;
    void this.ended.then(() => (over = true));
    const found = await until(
      `the product says ${text}`,
      () => text.exec(this.written) ?? ((over || WITHOUT.test(this.written)) && ('not' as const)),
      TIMEOUT_MS,
    ).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${this.written}`, { cause: error });
    });
    if (found === 'not') throw new Error(`It does not say ${text}:\n${this.written}`);
    return found;
  }

  /** The process of a part, which may be starting again after another has ended. @param command part of its command line */
  async part(command: string): Promise<number> {
    const { pid } = await until(
      `a process of the product runs ${command}`,
      async () => (await this.processes()).find((one) => one.command.includes(command)) ?? null,
      TIMEOUT_MS,
    );
    return pid;
  }

  /** A process and what it has started; default: the launcher. */
  async processes(
    root = this.child.pid!,
  ): Promise<{ pid: number; command: string; uid: number }[]> {
    const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry));
    const found = await Promise.all(pids.map((pid) => processOf(Number(pid))));
    return found.filter(({ pid, parent }) => [pid, parent].includes(root));
  }

  async stop(): Promise<Ended> {
    this.child.kill('SIGTERM');
    return this.ended;
  }

  async remove(): Promise<void> {
    await this.stop();
    const { written } = this;
    const data = /^Data: (.*)$/m.exec(written)?.[1];
    for (const path of [data, this.directory]) {
      if (path) await rm(path, { recursive: true, force: true, maxRetries: 5 });
    }
  }
}

async function processOf(pid: number) {
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
  const status = await read('status');
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
  const command = (await read('cmdline')).replaceAll('\0', ' ');
  return { pid, parent: field('PPid'), uid: field('Uid'), command };
}
