import { randomUUID } from 'node:crypto';
import type { Stanza } from './stanza.js';

/** `tcp` upgrades with STARTTLS, `tls` is direct TLS, the others use the plain HTTP port. */
export type TransportName = 'tcp' | 'tls' | 'websocket' | 'bosh';

export interface Login {
  readonly username: string;
  readonly password: string;
  /** default: the server's choice */
  readonly resource?: string;
  /** default SCRAM-SHA-256; the stock client computes SCRAM-SHA-1 in JavaScript, which takes a second */
  readonly mechanism?: 'SCRAM-SHA-1' | 'SCRAM-SHA-256' | 'PLAIN';
  /** stock client alone: remembers tokens; default: a new one */
  readonly device?: Device;
}

/** What a client keeps between its logins (XEP-0388, XEP-0484). */
export class Device {
  readonly id = randomUUID();
  /** as the server has given it */
  token: { readonly mechanism: string; readonly token: string } | null = null;
  /** of SASL2, in the order of the attempts */
  readonly mechanisms: string[] = [];
}

/** Where the server is. */
export interface Place {
  readonly domain: string;
  readonly host: string;
  readonly clientPort: number;
  readonly tlsPort: number;
  readonly httpPort: number;
}

/** An authenticated stream. */
export interface Transport {
  /** full JID */
  readonly jid: string;
  /** resolves when it has ended: the condition of the stream error, or null without one */
  readonly ended: Promise<string | null>;
  send(stanza: Stanza): Promise<void>;
  /** Closes the stream. */
  close(): Promise<void>;
  /** Drops the connection without closing the stream. */
  cut(): void;
}

export type Receive = (stanza: Stanza) => void;

/** The server refused the login. */
export class LoginRefused extends Error {
  /** @param condition of SASL, such as `not-authorized` */
  constructor(readonly condition: string) {
    super(condition);
  }
}
