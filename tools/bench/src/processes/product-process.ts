import { type ChildProcess, spawn } from 'node:child_process';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startScript } from './paths.js';

/** Linux counts CPU times in ticks of this length, whatever the kernel's own are. */
const TICK_MS = 10;
const KIB_PER_MIB = 1024;
const BYTES_PER_BLOCK = 512;
const LOOK_EVERY_MS = 20;

interface Member {
  readonly pid: number;
  readonly parent: number;
  readonly cpuMs: number;
}

/** The product as `npm start` runs it, with data and ports of its own, and Prosody where it is installed. */
export class Product {
  private constructor(
    private readonly child: ChildProcess,
    private readonly directory: string,
    private readonly output: () => string,
  ) {}

  /** Resolves once all parts are ready. @throws with its output if it ends instead */
  static async start(directory: string, environment: NodeJS.ProcessEnv): Promise<Product> {
    const { PATH, HOME } = process.env;
    const child = spawn(process.execPath, [startScript], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...{ PATH, HOME, DATA_DIR: directory, LOG_LEVEL: 'error' },
        ...{ API_PORT: '0', MANAGEMENT_PORT: '0', LEGACY_PORT: '0', LEGACY_MANAGEMENT_PORT: '0' },
        ...{ XMPP_CLIENT_PORT: '0', XMPP_HTTP_PORT: '0' },
        ...environment,
      },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    const ready = () => /user service listens/.test(output) && /^Chat server: /m.test(output);
    while (!ready()) {
      if (child.exitCode !== null) throw new Error(`npm start ended:\n${output}`);
      await delay(LOOK_EVERY_MS);
    }
    return new Product(child, directory, () => output);
  }

  /** of the API */
  get port(): number {
    return Number(/The API listens on http:\/\/[^/]*:(\d+)/.exec(this.output())?.[1]);
  }

  /** of the user service */
  get legacyPort(): number {
    return Number(/user service listens on http:\/\/[^/]*:(\d+)/.exec(this.output())?.[1]);
  }

  /** CPU time of all processes since the start, those that have ended included. */
  async cpuMs(): Promise<number> {
    return (await this.members()).reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  }

  /** Memory, in which what processes share counts once. */
  async memoryMib(): Promise<number> {
    const sizes = (await this.members()).map(async ({ pid }) => {
      const text = await read(`/proc/${pid}/smaps_rollup`);
      return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / KIB_PER_MIB;
    });
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  }

  /** What the data takes on disk. */
  diskMib(): Promise<number> {
    return blocksOf(this.directory).then((blocks) => (blocks * BYTES_PER_BLOCK) / 2 ** 20);
  }

  /** CPU of all threads in percent of one core, while nothing is asked. Threads that end meanwhile are not counted. */
  async idlePercent(seconds: number): Promise<number> {
    const runtimes = async () => runtimesMs((await this.members()).map(({ pid }) => pid));
    const before = await runtimes();
    await delay(seconds * 1000);
    const after = await runtimes();
    const spent = [...after].map(([task, ms]) => ms - (before.get(task) ?? 0));
    return spent.reduce((sum, ms) => sum + ms, 0) / seconds / 10;
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill('SIGTERM');
    await ended;
  }

  private async members(): Promise<Member[]> {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const all = (await Promise.all(pids.map(memberOf))).filter((member) => member !== null);
    const family = new Set([this.child.pid!]);
    for (let size = 0; size < family.size;) {
      size = family.size;
      for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
    }
    return all.filter(({ pid }) => family.has(pid));
  }
}

/** Fields: proc(5), /proc/[pid]/stat */
async function memberOf(pid: string): Promise<Member | null> {
  const stat = await read(`/proc/${pid}/stat`);
  if (stat === '') return null;
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const ticks = fields.slice(11, 15).reduce((sum, value) => sum + value, 0);
  return { pid: Number(pid), parent: fields[1]!, cpuMs: ticks * TICK_MS };
}

/** CPU time of each thread; nanoseconds in the first field of schedstat. */
async function runtimesMs(pids: readonly number[]): Promise<ReadonlyMap<string, number>> {
  const runtimes = new Map<string, number>();
  for (const pid of pids) {
    for (const task of await readdir(`/proc/${pid}/task`).catch(() => [])) {
      const path = `/proc/${pid}/task/${task}/schedstat`;
      const text = await read(path);
      if (text !== '') runtimes.set(path, Number(text.split(' ')[0]) / 1e6);
    }
  }
  return runtimes;
}

async function blocksOf(path: string): Promise<number> {
  const found = await lstat(path).catch(() => null); // PostgreSQL removes files meanwhile
  if (found === null) return 0;
  const names = found.isDirectory() ? await readdir(path).catch(() => []) : [];
  const inside = await Promise.all(names.map((name) => blocksOf(join(path, name))));
  return inside.reduce((sum, blocks) => sum + blocks, found.blocks);
}

const read = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '');
