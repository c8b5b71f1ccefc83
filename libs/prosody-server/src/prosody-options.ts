import type { EngineDatabase } from './engine-role.js';

/** The options of a Prosody that serves one database. */
export interface ProsodyOptions {
  /** the XMPP domain of the database */
  readonly domain: string;
  readonly database: EngineDatabase;
  /** authenticates callers of the bridge */
  readonly bridgeToken: string;
  /** absolute; holds configuration and certificate; created if missing */
  readonly directory: string;
  /** address to listen on for clients and HTTP; default 127.0.0.1 */
  readonly host?: string;
  readonly clientPort: number;
  /** direct TLS; default: none */
  readonly tlsPort?: number;
  /** BOSH, WebSocket and the bridge */
  readonly httpPort: number;
  /** under which clients find the HTTP port, with a slash at the end; default: as it is listened on */
  readonly externalUrl?: string;
  /** name of this server among its kind; default: that of the machine */
  readonly instance?: string;
  /** whether clients may register accounts; default: on loopback addresses only */
  readonly allowRegistration?: boolean;
  /** default `info` */
  readonly logLevel?: LogLevel;
  /** additional or overriding global settings of Prosody */
  readonly settings?: Readonly<Record<string, LuaValue>>;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** A Prosody setting: lists become sequences, objects tables. */
export type LuaValue =
  | string
  | number
  | boolean
  | LuaExpression
  | readonly LuaValue[]
  | { readonly [name: string]: LuaValue };

/** Lua source, written verbatim. */
export class LuaExpression {
  constructor(readonly source: string) {}
}

/** An address as it stands in a URL. */
export function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

export function isLoopback(host: string): boolean {
  return host === '::1' || host === 'localhost' || /^127(\.\d+){3}$/.test(host);
}
