import type { Socket } from 'node:net';
import type { BindRequest, ExtendedRequest, SearchRequest } from 'ldapts';
import { HEAD_BYTES, headOf, MalformedMessage, TAG } from './ber.js';
import { ConnectionFault } from './connection-fault.js';
import { readMessage } from './messages.js';
import type { LdapResult, ServerMessage } from './messages.js';

export interface Limits {
  /** of one message, and of all that answer one request */
  readonly answerBytes: number;
  /** of a connection */
  readonly totalBytes: number;
  /** to the end of the answer */
  readonly timeoutMs: number;
}

type Request = BindRequest | ExtendedRequest | SearchRequest;

interface Exchange {
  readonly id: number;
  /** tag of the message that ends it */
  readonly ends: number;
  readonly take: (message: ServerMessage) => void;
  readonly resolve: (result: LdapResult) => void;
  readonly reject: (fault: Error) => void;
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MiB`;

/**
 * LDAP over an open socket, one request at a time. Any fault closes it for good: it never connects again by itself. Bytes are
 * counted before anything is kept, and a message is refused by the length that it states.
 */
export class LdapConnection {
  private exchange: Exchange | null = null;
  private fault: Error | null = null;
  private lastId = 0;
  private pieces: Buffer[] = [];
  private pending = 0;
  private answered = 0;
  private total = 0;

  constructor(
    private readonly socket: Socket,
    private readonly limits: Limits,
  ) {
    socket.on('data', (bytes: Buffer) => this.receive(bytes));
    socket.on('error', (error) => this.fail(error.message));
    socket.on('close', () => this.fail('the connection was closed'));
    socket.on('end', () => this.fail('the directory closed the connection'));
  }

  get isOpen(): boolean {
    return this.fault === null;
  }

  /**
   * @param make the request of a message id
   * @param take what comes before the result; what it throws ends the connection
   * @throws ConnectionFault
   */
  async request(
    make: (messageId: number) => Request,
    ends: number,
    take: (message: ServerMessage) => void = unexpected,
    signal?: AbortSignal,
  ): Promise<LdapResult> {
    if (this.fault !== null) throw this.fault;
    if (this.exchange !== null) throw new Error('There is a request already.');
    const id = (this.lastId += 1);
    this.answered = 0;
    const timer = setTimeout(
      () => this.fail(`no full answer within ${this.limits.timeoutMs / 1000} seconds`),
      this.limits.timeoutMs,
    );
    const stop = () => this.fail('it was stopped');
    signal?.addEventListener('abort', stop, { once: true });
    try {
      return await new Promise<LdapResult>((resolve, reject) => {
        this.exchange = { id, ends, take, resolve, reject };
        if (signal?.aborted === true) stop();
        else this.socket.write(make(id).write());
      });
    } finally {
      this.exchange = null;
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
  }

  close(): void {
    this.fail('it was closed here');
  }

  private receive(bytes: Buffer): void {
    if (this.fault !== null) return;
    const { answerBytes, totalBytes } = this.limits;
    this.answered += bytes.length;
    this.total += bytes.length;
    if (this.answered > answerBytes) this.fail(`an answer of more than ${megabytes(answerBytes)}`);
    else if (this.total > totalBytes) this.fail(`more than ${megabytes(totalBytes)} in all`);
    else this.keep(bytes);
  }

  private keep(bytes: Buffer): void {
    this.pieces.push(bytes);
    this.pending += bytes.length;
    try {
      while (this.fault === null) {
        const length = this.nextLength();
        if (length === null || this.pending < length) return;
        this.deliver(readMessage(this.cut(length)));
      }
    } catch (error) {
      this.fail((error as Error).message, error);
    }
  }

  /** @returns null: not known yet @throws MalformedMessage */
  private nextLength(): number | null {
    while (this.pieces.length > 1 && this.pieces[0]!.length < HEAD_BYTES) {
      this.pieces.splice(0, 2, Buffer.concat([this.pieces[0]!, this.pieces[1]!]));
    }
    const head = this.pieces[0] === undefined ? null : headOf(this.pieces[0]);
    if (head === null) return null;
    if (head.tag !== TAG.sequence) throw new MalformedMessage('something else than a message');
    if (head.whole > this.limits.answerBytes) {
      throw new MalformedMessage(`a message of more than ${megabytes(this.limits.answerBytes)}`);
    }
    return head.whole;
  }

  private cut(length: number): Buffer {
    const all = this.pieces.length === 1 ? this.pieces[0]! : Buffer.concat(this.pieces);
    this.pending -= length;
    this.pieces = this.pending > 0 ? [all.subarray(length)] : [];
    return all.subarray(0, length);
  }

  private deliver(message: ServerMessage): void {
    const { exchange } = this;
    // such as the notice that the server disconnects
    if (exchange === null || message.id !== exchange.id) {
      throw new MalformedMessage('an answer to nothing that was asked');
    }
    if (message.kind !== 'result') return exchange.take(message);
    if (message.operation !== exchange.ends)
      throw new MalformedMessage('an answer of another kind');
    this.exchange = null;
    exchange.resolve(message.result);
  }

  private fail(reason: string, cause?: unknown): void {
    if (this.fault !== null) return;
    this.fault = new ConnectionFault('exchange', reason, { cause });
    this.pieces = [];
    this.socket.destroy();
    this.exchange?.reject(this.fault);
  }
}

function unexpected(): void {
  throw new MalformedMessage('an answer of another kind');
}
