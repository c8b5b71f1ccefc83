import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';
import { prosodyOfDebian13 } from '@chat-admin/debian-programs/debian-13';
import { ensureInstalled } from '@chat-admin/debian-programs/ensure-installed';
import { passwordOf, type World } from '../../src/world.js';

const SCRIPT = fileURLToPath(new URL('person.py', import.meta.url));

interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}

/** A person at slixmpp, a client in Python: `person.py` says what it can be told to do. */
export class SlixmppPerson {
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private told = 0;
  private complaints = '';

  private constructor(private readonly process: ChildProcess) {
    createInterface({ input: process.stdout! }).on('line', (line) => {
      const answer = JSON.parse(line) as Answer;
      this.waiting.get(answer.id)?.(answer);
      this.waiting.delete(answer.id);
    });
    process.stderr!.setEncoding('utf8').on('data', (text: string) => (this.complaints += text));
    process.stdin!.on('error', () => undefined);
    process.once('close', () => {
      for (const [id, answer] of this.waiting) {
        answer({ id, error: `the client has ended: ${this.complaints}` });
      }
    });
  }

  /** @param series of Debian, which has another series of slixmpp */
  static async start(series: 12 | 13 = 12): Promise<SlixmppPerson> {
    const python =
      series === 12
        ? await ensureInstalled('python3-slixmpp')
        : `${await prosodyOfDebian13()}/python3`;
    return new SlixmppPerson(spawn(python, ['-B', SCRIPT], { stdio: 'pipe' }));
  }

  /** Logs in over STARTTLS, the certificate being verified. @throws with the condition of the refusal */
  login(world: World, username: string, resource: string): Promise<Login> {
    const { host, clientPort, domain } = world.prosody.place;
    return this.tell<Login>('login', {
      ...{ username, resource, password: passwordOf(username) },
      place: { host, port: clientPort, domain },
      certificate: world.prosody.certificate,
    });
  }

  /** @throws with the condition of the error that it was answered with */
  async tell<T = unknown>(what: string, details: Readonly<Record<string, unknown>> = {}) {
    const id = ++this.told;
    const answer = await new Promise<Answer>((resolve) => {
      this.waiting.set(id, resolve);
      this.process.stdin!.write(`${JSON.stringify({ id, do: what, ...details })}\n`);
    });
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.result as T;
  }

  /** The next thing of a kind that was received, come or to come. */
  next(kind: Kind, having: Readonly<Record<string, unknown>> = {}) {
    return this.tell<Readonly<Record<string, unknown>>>('next', { kind, having });
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const closed = new Promise((resolve) => this.process.once('close', resolve));
    this.process.kill('SIGKILL');
    await closed;
  }
}

type Kind = 'message' | 'moderated' | 'subject' | 'presence' | 'invitation' | 'push' | 'bookmarks';

interface Login {
  /** full JID */
  readonly jid: string;
  /** version of TLS */
  readonly encryption: string;
}
