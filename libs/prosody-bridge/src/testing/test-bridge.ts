import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export const TEST_TOKEN = 'test-bridge-token';

export interface ReceivedCall {
  /** `POST /bridge/rosters` */
  readonly call: string;
  readonly query: Readonly<Record<string, string>>;
  /** `null` without a body */
  readonly body: unknown;
}

/** The body of a 200 answer, or a function that handles the response. */
export type Answer = object | ((response: ServerResponse) => void);

const HEALTH = {
  node: 'engine-1',
  engine: 'prosody',
  version: '0.12.3',
  contract: 1,
  domain: 'example.org',
  started_at: 1700000000.5,
  sessions: 2,
  users: 1,
  rooms: 1,
  occupants: 3,
  listeners: [{ kind: 'c2s', encrypted: false, accepting: true, port: 5222 }],
  database: { attached: true, calls: 1, errors: 0, reconnects: 0, slowest_ms: 0.5 },
};

/** The Prosody side of the bridge for tests: a real HTTP server with scripted answers. */
export class TestBridge {
  /** calls received, except for health */
  readonly calls: ReceivedCall[] = [];
  /** `traceparent` of the calls received, except for health */
  readonly traces: (string | undefined)[] = [];
  /** connections accepted */
  connections = 0;
  /** number of health probes */
  probes = 0;
  health: Answer = HEALTH;
  /** by call, `POST /bridge/rosters`; other calls are answered with an empty object */
  readonly answers = new Map<string, Answer>();
  private readonly sockets = new Set<Socket>();
  private server: Server;
  private busy: Promise<void> | null = null;
  private letGo: () => void = () => undefined;

  private constructor(
    private token: string,
    /** unchanged by {@link stop} and {@link restart} */
    readonly port: number,
  ) {}

  static async start({ token = TEST_TOKEN, port = 0 } = {}): Promise<TestBridge> {
    const bridge = new TestBridge(token, port);
    await bridge.restart();
    return Object.assign(bridge, { port: (bridge.server.address() as AddressInfo).port });
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** A healthy answer, with some changes. */
  static health(changes: object = {}): object {
    return { ...HEALTH, ...changes };
  }

  restart(): Promise<void> {
    this.server = createServer((request, response) => {
      void this.answer(request, response);
    });
    this.server.on('connection', (socket) => {
      this.connections += 1;
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
    });
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(this.port, '127.0.0.1', () => resolve());
    });
  }

  /** Closes all connections and the listener. */
  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      for (const socket of this.sockets) socket.destroy();
    });
  }

  /** Accepts calls, but does not answer before {@link release}. */
  hold(): void {
    this.busy ??= new Promise((resolve) => (this.letGo = resolve));
  }

  release(): void {
    this.busy = null;
    this.letGo();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.headers.authorization !== `Bearer ${this.token}`) {
      return send(response, 401, { error: 'not without the token' });
    }
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    const call = `${request.method} ${pathname}`;
    const text = Buffer.concat(chunks).toString();
    const isHealth = pathname === '/bridge/health';
    if (isHealth) this.probes += 1;
    else {
      const body: unknown = text === '' ? null : JSON.parse(text);
      this.traces.push(request.headers['traceparent'] as string | undefined);
      this.calls.push({ call, query: Object.fromEntries(searchParams), body });
    }
    await this.busy;
    const answer = isHealth ? this.health : (this.answers.get(call) ?? {});
    if (typeof answer === 'function') (answer as (response: ServerResponse) => void)(response);
    else send(response, 200, answer);
  }
}

/** An answer with another status. */
export function refusal(status: number, more: object = {}): Answer {
  return (response) => send(response, status, { error: 'refused', ...more });
}

function send(response: ServerResponse, status: number, answer: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(answer));
}
