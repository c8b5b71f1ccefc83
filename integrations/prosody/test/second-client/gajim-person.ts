import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type DebianRelease,
  insideRoot,
  installedRoot,
} from '@chat-admin/debian-programs/debian-root';
import { passwordOf, type World } from '../../src/world.js';

const SCRIPT = fileURLToPath(new URL('gajim_person.py', import.meta.url));
/** With what Debian only recommends: TLS, and icons without which no window opens. */
const PACKAGES = ['gajim', 'xvfb', 'glib-networking', 'librsvg2-common'];

interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}

/** A person at gajim of a Debian, whose window `gajim_person.py` reads. It keeps its profile until it is removed. */
export class GajimPerson {
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private process: ChildProcess | null = null;
  private told = 0;

  private constructor(
    private readonly root: string,
    private readonly profile: string,
    private readonly account: object,
  ) {}

  static async of(release: DebianRelease, world: World, username: string): Promise<GajimPerson> {
    const root = await installedRoot(release, PACKAGES);
    const { host, clientPort: port, domain } = world.prosody.place;
    return new GajimPerson(root, await mkdtemp(join(root, 'tmp/gajim-')), {
      ...{ username, password: passwordOf(username), resource: `debian-${release}` },
      place: { host, port, domain },
      certificate: await readFile(world.prosody.certificate, 'utf8'),
    });
  }

  /** Starts it, with what it had stored, and waits until it is online. */
  async start(): Promise<void> {
    const inside = this.profile.slice(this.root.length);
    const python = ['python3', '-B', '-c', await readFile(SCRIPT, 'utf8'), inside];
    const words = ['env', '-i', 'PATH=/usr/bin:/bin', 'LC_ALL=C.UTF-8', ...python];
    // all processes end with the first one
    const namespaces = ['--pid', '--fork', '--kill-child'];
    const [program, ...rest] = insideRoot(this.root, words, namespaces);
    const child = spawn(program, rest, { stdio: 'pipe' });
    this.process = child;
    let complaints = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
    child.stdin.on('error', () => undefined);
    createInterface({ input: child.stdout }).on('line', (line) => {
      const answer = JSON.parse(line) as Answer;
      this.waiting.get(answer.id)?.(answer);
      this.waiting.delete(answer.id);
    });
    child.once('close', () => {
      for (const [id, answer] of this.waiting)
        answer({ id, error: `gajim has ended: ${complaints}` });
      this.waiting.clear();
    });
    await this.tell('start', { account: this.account });
    await this.tell('online');
  }

  /** @throws an error that says what its window shows, when it cannot be done within half a minute */
  async tell<T = unknown>(what: string, details: Readonly<Record<string, unknown>> = {}) {
    const id = ++this.told;
    const answer = await new Promise<Answer>((resolve) => {
      this.waiting.set(id, resolve);
      this.process!.stdin!.write(`${JSON.stringify({ id, do: what, ...details })}\n`);
    });
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.result as T;
  }

  /** @returns all that its window shows, once all of `having` is in it */
  async shown(...having: string[]): Promise<string> {
    return (await this.tell<string[]>('shown', { having })).join('\n');
  }

  /** Has it leave as its user would. */
  async quit(): Promise<void> {
    const child = this.process!;
    const closed = new Promise((resolve) => child.once('close', resolve));
    await this.tell('quit');
    await closed;
  }

  async remove(): Promise<void> {
    const { process: child } = this;
    if (child && child.exitCode === null && child.signalCode === null) {
      const closed = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGKILL');
      await closed;
    }
    await rm(this.profile, { recursive: true, force: true });
  }
}
