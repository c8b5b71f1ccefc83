import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { RequestOptions } from 'node:https';
import { refusalAnswer } from './bridge-documents.js';
import type { Shape } from './shapes.js';

/** Prosody serves one request at a time, four that wait aside; more connections would only queue there. */
const MAX_SOCKETS = 12;
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** How a call ended: refused is the request, late the answer; failed is everything else. */
export type CallOutcome = 'ok' | 'refused' | 'late' | 'failed';

/** Learns how each call ended. @param operation its path below `/bridge/` */
export type CallObserver = (operation: string, outcome: CallOutcome, seconds: number) => void;

export interface BridgeClientOptions {
  /** `http(s)://host:port` */
  readonly url: string;
  readonly token: string;
  /** default 64 MiB */
  readonly maxAnswerBytes?: number;
  readonly observer?: CallObserver | undefined;
  /** `lookup`: finds the addresses of a name; `servername`: whose certificate is expected, else that of the host */
  readonly connection?: Pick<RequestOptions, 'lookup' | 'servername' | 'ca'> | undefined;
  /** the header `traceparent` of what is being done; `null`: none */
  readonly traceparent?: () => string | null;
}

export interface BridgeCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** total: waiting for a connection, connecting, the answer */
  readonly timeoutMs: number;
  /** whether the call is idempotent */
  readonly repeatable: boolean;
  /** it is answered once there is something to say, so that how long it takes says nothing */
  readonly waits?: boolean;
  /** ends it before */
  readonly signal?: AbortSignal;
}

/**
 * Why a call failed, as text for the log: `no answer within 2000 ms`. Never quotes requests or
 * answers.
 */
export class BridgeFailure extends Error {
  /**
   * @param everything whether other calls are expected to fail as well
   * @param code the code of the failed system call, or the status of the answer, if that is the
   * reason
   */
  constructor(
    reason: string,
    readonly everything: boolean,
    readonly code: string | number | null = null,
  ) {
    super(reason);
  }
}

/** Code of the failure if there is no chat server, which is no fault. */
export const NONE_KNOWN = 'NONE_KNOWN';

/** It cannot do what it was asked for, and says so: the request is at fault, not Prosody. */
export class BridgeRefusal extends BridgeFailure {
  /** @param address what is no address of XMPP, if that is the reason */
  constructor(
    status: number,
    readonly address: string | null,
  ) {
    super(`it answered ${status}`, false, status);
  }
}

/** It was asked over a connection that stayed open, and has said nothing, or not all, in time. */
export class NoAnswerInTime extends BridgeFailure {
  constructor(timeoutMs: number) {
    super(`no answer within ${timeoutMs} ms`, true);
  }
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** A reused connection turned out to be closed; nothing was answered. */
class StaleConnection extends BridgeFailure {}

/**
 * The HTTP client of the bridge: few kept-alive connections, limits of time and size, one kind of
 * failure.
 */
export class BridgeClient {
  private readonly agent: HttpAgent;
  private readonly request: typeof httpRequest;
  private readonly target: { readonly protocol: string; hostname: string; port: string };
  private readonly running = new Map<ClientRequest, (failure: BridgeFailure) => void>();
  private readonly maxAnswerBytes: number;
  private closed = false;
  private token: string;

  constructor(private readonly options: BridgeClientOptions) {
    this.token = options.token;
    const { protocol, hostname, port } = new URL(options.url);
    this.target = { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), port };
    const secure = protocol === 'https:';
    const kept = { keepAlive: true, maxSockets: MAX_SOCKETS };
    this.agent = secure ? new HttpsAgent(kept) : new HttpAgent(kept);
    this.request = secure ? httpsRequest : httpRequest;
    this.maxAnswerBytes = options.maxAnswerBytes ?? MAX_ANSWER_BYTES;
  }

  /** @throws only BridgeFailure */
  async call<T>(call: BridgeCall, answer: Shape<T>): Promise<T> {
    const { observer } = this.options;
    if (observer === undefined || call.waits) return this.answerTo(call, answer);
    const began = performance.now();
    let outcome: CallOutcome = 'ok';
    try {
      return await this.answerTo(call, answer);
    } catch (failure) {
      outcome = outcomeOf(failure as BridgeFailure);
      throw failure;
    } finally {
      const operation = call.path.replace('/bridge/', '');
      observer(operation, outcome, (performance.now() - began) / 1000);
    }
  }

  private async answerTo<T>(call: BridgeCall, answer: Shape<T>): Promise<T> {
    const deadline = performance.now() + call.timeoutMs;
    const { status, text } = await this.exchange(call, deadline, this.agent).catch(
      (failure: BridgeFailure) => {
        if (failure instanceof StaleConnection && call.repeatable) {
          return this.exchange(call, deadline, false);
        }
        throw failure;
      },
    );
    if (status === 200) return readAnswer(text, answer);
    if (status === 204) return readAnswer('null', answer);
    if (status === 401) throw new BridgeFailure('it refuses the token (CHAT_SERVER_TOKEN)', true);
    if (status === 403) throw new BridgeFailure('it does not answer this address', true, status);
    if (status === 503) throw new BridgeFailure('it is not attached to the database', true);
    if (status > 404 && status < 500) throw new BridgeRefusal(status, null);
    if (status === 400) throw new BridgeRefusal(status, refusedAddress(text));
    throw new BridgeFailure(`it answered ${status}`, false, status);
  }

  /** For the calls from now on. */
  renew(token: string): void {
    this.token = token;
  }

  /** Pending calls fail: whoever they wait for does not answer any more. */
  abandon(): void {
    for (const fail of [...this.running.values()]) {
      fail(new BridgeFailure('another chat server has taken over', true));
    }
  }

  /** Closes all connections; pending calls fail. */
  close(): void {
    this.closed = true;
    for (const sent of this.running.keys()) sent.destroy();
    this.agent.destroy();
  }

  /** @param agent `false`: a separate connection for this exchange */
  private exchange(call: BridgeCall, deadline: number, agent: HttpAgent | false): Promise<Answer> {
    if (this.closed) return Promise.reject(new BridgeFailure('the client is closed', true));
    const { method, timeoutMs, signal } = call;
    if (signal?.aborted) return Promise.reject(stopped());
    const text = call.body === undefined ? undefined : JSON.stringify(call.body);
    const query = call.query === undefined ? '' : `?${new URLSearchParams(call.query).toString()}`;
    const path = call.path + query;
    let answered = false;
    return new Promise((resolve, reject) => {
      const sent = this.request({
        ...this.target,
        ...this.options.connection,
        method,
        path,
        agent,
        headers: this.headers(text),
      });
      const fail = (failure: BridgeFailure): void => {
        reject(failure);
        sent.destroy();
      };
      const timer = setTimeout(
        () => fail(new NoAnswerInTime(timeoutMs)),
        deadline - performance.now(),
      );
      this.running.set(sent, fail);
      const stop = () => fail(stopped());
      signal?.addEventListener('abort', stop);
      sent.on('close', () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', stop);
        this.running.delete(sent);
        // the usual case, in which building an error would cost more than all of the above
        if (!answered) reject(new BridgeFailure('the connection was closed', true));
      });
      sent.on('error', (error) => fail(noConnection(sent, error)));
      sent.on('response', (reply) => {
        const take = (answer: Answer): void => {
          answered = true;
          resolve(answer);
        };
        this.receive(reply, take, fail);
      });
      sent.end(text); // with the head in one write
    });
  }

  private receive(
    reply: IncomingMessage,
    resolve: (answer: Answer) => void,
    fail: (failure: BridgeFailure) => void,
  ): void {
    const chunks: Buffer[] = [];
    let length = 0;
    reply.on('data', (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length > this.maxAnswerBytes) fail(new BridgeFailure('its answer is too long', false));
    });
    reply.on('error', () => fail(new BridgeFailure('the connection was closed', true)));
    reply.on('end', () => {
      resolve({ status: reply.statusCode ?? 0, text: Buffer.concat(chunks, length).toString() });
    });
  }

  private headers(body: string | undefined): Record<string, string | number> {
    const traceparent = this.options.traceparent?.() ?? null;
    return {
      ...(traceparent === null ? {} : { traceparent }),
      Authorization: `Bearer ${this.token}`,
      Accept: 'application/json',
      ...(body === undefined
        ? {}
        : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
    };
  }
}

const stopped = () => new BridgeFailure('it was stopped', false);

function outcomeOf(failure: BridgeFailure): CallOutcome {
  if (failure instanceof BridgeRefusal) return 'refused';
  return failure instanceof NoAnswerInTime ? 'late' : 'failed';
}

function noConnection(sent: ClientRequest, { code }: NodeJS.ErrnoException): BridgeFailure {
  const reason = `no connection (${code ?? 'unknown reason'})`;
  const stale = sent.reusedSocket && (code === 'ECONNRESET' || code === 'EPIPE');
  return stale ? new StaleConnection(reason, true) : new BridgeFailure(reason, true, code);
}

function refusedAddress(text: string): string | null {
  try {
    return refusalAnswer(JSON.parse(text)).value;
  } catch {
    return null;
  }
}

function readAnswer<T>(text: string, answer: Shape<T>): T {
  try {
    return answer(JSON.parse(text));
  } catch {
    throw new BridgeFailure('its answer cannot be understood', false);
  }
}
