import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';

const OPEN =
  "<?xml version='1.0'?><stream:stream from='example.org' id='1' version='1.0' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>";
const TLS = 'urn:ietf:params:xml:ns:xmpp-tls';

/** A chat server's port for clients, which takes its certificate from a folder at each connection. */
export class ClientPort {
  /** whether clients may log in without TLS */
  isOpen = false;
  private readonly server: Server = createServer((socket) => this.greet(socket));

  constructor(
    private readonly folder: string,
    private readonly domain: string,
  ) {}

  get number(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async listen(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  async close(): Promise<void> {
    this.server.close();
    await once(this.server, 'close');
  }

  private greet(socket: Socket): void {
    socket.on('error', () => undefined);
    const pair = this.pair();
    const mechanisms = this.isOpen ? '<mechanisms><mechanism>PLAIN</mechanism></mechanisms>' : '';
    // as Prosody does, also without a certificate
    const tls =
      this.isOpen && pair === null ? '' : `<starttls xmlns='${TLS}'><required/></starttls>`;
    socket.once('data', () => {
      socket.write(`${OPEN}<stream:features>${mechanisms}${tls}</stream:features>`);
      socket.once('data', (text) => {
        if (!text.includes('starttls')) return;
        socket.write(`<proceed xmlns='${TLS}'/>`);
        new TLSSocket(socket, { isServer: true, ...(pair ?? {}) }).on('error', () => undefined);
      });
    });
  }

  /** `null`: there is none */
  private pair(): { readonly cert: string; readonly key: string } | null {
    const text = (kind: string) =>
      readFileSync(join(this.folder, `${this.domain}.${kind}`), 'utf8');
    try {
      return { cert: text('crt'), key: text('key') };
    } catch {
      return null;
    }
  }
}
