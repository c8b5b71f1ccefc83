import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls, type SecureVersion } from 'node:tls';
import { SCRAM_HASHES, ScramExchange } from '../src/scram.js';
import type { Place } from '../src/transport.js';

const SASL = 'urn:ietf:params:xml:ns:xmpp-sasl';
const TIMEOUT_MS = 60_000;

/** A stream of which a test sees every byte, for what stock clients neither show nor do. */
export class RawClient {
  /** all that has come since the connection was made */
  text = '';
  private read = 0;

  private constructor(
    private readonly socket: Socket,
    private readonly domain: string,
  ) {
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => (this.text += text));
    socket.on('error', () => undefined);
  }

  /** Connects and opens a stream; the server's reply can be read. */
  static async greet({ host, clientPort, domain }: Place): Promise<RawClient> {
    const socket = connect(clientPort, host);
    await once(socket, 'connect');
    const client = new RawClient(socket, domain);
    client.open();
    return client;
  }

  /** Ready for authentication. */
  static async connect(place: Place): Promise<RawClient> {
    const client = await RawClient.greet(place);
    await client.features();
    return client;
  }

  /** As {@link connect}, over TLS of one version. */
  static async connectTls(
    { host, tlsPort, domain }: Place,
    version: SecureVersion,
  ): Promise<RawClient> {
    const socket = connectTls({
      ...{ host, port: tlsPort, servername: domain, rejectUnauthorized: false },
      ...{ minVersion: version, maxVersion: version },
    });
    await once(socket, 'secureConnect');
    const client = new RawClient(socket, domain);
    client.open();
    await client.features();
    return client;
  }

  /** Logs in and binds a resource. */
  static async login(place: Place, username: string, password: string): Promise<RawClient> {
    const client = await RawClient.connect(place);
    await client.authenticate(username, password);
    await client.ask(`<bind xmlns="urn:ietf:params:xml:ns:xmpp-bind"/>`);
    return client;
  }

  /** Starts authentication. @returns the answer to the server's challenge, for {@link respond} */
  async challenged(username: string, password: string): Promise<string> {
    const exchange = new ScramExchange(SCRAM_HASHES['SCRAM-SHA-256']!, username, password);
    this.send(`<auth xmlns="${SASL}" mechanism="SCRAM-SHA-256">${base64(exchange.first())}</auth>`);
    const [, challenge = ''] = await this.next(/<challenge[^>]*>([^<]*)</);
    return exchange.final(Buffer.from(challenge, 'base64').toString());
  }

  respond(answer: string): void {
    this.send(`<response xmlns="${SASL}">${base64(answer)}</response>`);
  }

  /** Authenticates, without binding a resource. */
  async authenticate(username: string, password: string): Promise<void> {
    this.respond(await this.challenged(username, password));
    await this.next(/<success/);
    this.open();
    await this.features();
  }

  /** Sends an `iq` of type `set` and returns the answer. */
  async ask(payload: string): Promise<string> {
    const id = `raw-${this.text.length}`;
    this.send(`<iq type="set" id="${id}">${payload}</iq>`);
    const [answer] = await this.next(
      new RegExp(`<iq [^>]*id=["']${id}["'][^>]*(/>|>.*?</iq>)`, 's'),
    );
    return answer;
  }

  send(text: string): void {
    this.socket.write(text);
  }

  /** The first match in the unread output, past or future. */
  async next(pattern: RegExp): Promise<RegExpExecArray> {
    const deadline = AbortSignal.timeout(TIMEOUT_MS);
    for (;;) {
      const found = pattern.exec(this.text.slice(this.read));
      if (found) {
        this.read += found.index + found[0].length;
        return found;
      }
      await once(this.socket, 'data', { signal: deadline });
    }
  }

  /** Resolves when the server has closed the connection. */
  async closed(): Promise<void> {
    if (!this.socket.closed) await once(this.socket, 'close');
  }

  cut(): void {
    this.socket.destroy();
  }

  private open(): void {
    this.send(
      `<?xml version="1.0"?><stream:stream xmlns="jabber:client" ` +
        `xmlns:stream="http://etherx.jabber.org/streams" to="${this.domain}" version="1.0">`,
    );
  }

  private async features(): Promise<void> {
    await this.next(/<stream:features.*?(<\/stream:features>|\/>)/s);
  }
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
