import { connect, type Socket } from 'node:net';
import type pg from 'pg';

/** Asks for TLS, which every server and pooler answers with a byte before anybody has logged in. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

export interface SilenceTimeouts {
  /** without a byte from the server, while an answer is due, until it is asked */
  readonly silenceMs: number;
  /** for the answer to that */
  readonly answerMs: number;
}

const DEFAULTS: SilenceTimeouts = { silenceMs: 5_000, answerMs: 10_000 };

/** No word from the server, neither on the connection nor on a new one. */
export class ServerSilent extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('The database server keeps silent');
  }
}

/**
 * Ends a connection whose server can no longer be reached: what was sent there would be repeated by the kernel for a quarter of
 * an hour, and whoever waits for the answer with it. A statement may take long all the same, as long as the server
 * answers others.
 */
export class SilenceWatch {
  private due = false;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly client: pg.Client,
    private readonly timeouts = DEFAULTS,
  ) {
    client.on('drain', () => (this.due = false));
  }

  /** An answer is due from now on, until the client has nothing more to ask. */
  expect(): void {
    this.due = true;
    this.timer ??= this.listen();
  }

  private get stream(): Socket {
    return this.client.connection.stream as Socket;
  }

  private listen(): NodeJS.Timeout {
    const { bytesRead } = this.stream;
    return setTimeout(() => void this.check(bytesRead), this.timeouts.silenceMs).unref();
  }

  private async check(before: number): Promise<void> {
    const { stream } = this;
    const silent = this.due && !stream.destroyed && stream.bytesRead === before;
    if (silent && !(await answers(this.client, this.timeouts.answerMs))) {
      if (stream.bytesRead === before) stream.destroy(new ServerSilent());
    }
    this.timer = this.due && !stream.destroyed ? this.listen() : null;
  }
}

/** Whether the server says anything to somebody new; who refuses says something, too. */
function answers({ host, port }: pg.Client, timeoutMs: number): Promise<boolean> {
  if (host.startsWith('/')) return Promise.resolve(true); // a socket of this machine
  return new Promise((resolve) => {
    const probe = connect({ host, port });
    const end = (answered: boolean) => {
      clearTimeout(timer);
      probe.destroy();
      resolve(answered);
    };
    const timer = setTimeout(() => end(false), timeoutMs);
    probe.on('connect', () => probe.write(SSL_REQUEST));
    probe.on('data', () => end(true));
    probe.on('end', () => end(true));
    probe.on('error', ({ code }: NodeJS.ErrnoException) => end(code === 'ECONNREFUSED'));
  });
}
