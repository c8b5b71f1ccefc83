import type { EngineDatabase } from './engine-role.js';

/** What a Prosody that serves one database needs to know. */
export interface ProsodyOptions {
  /** the XMPP domain of the database */
  readonly domain: string;
  readonly database: EngineDatabase;
  /** what callers of the bridge prove themselves with */
  readonly bridgeToken: string;
  /** absolute; configuration and certificate lie there; made when it is missing */
  readonly directory: string;
  /** address on which clients and the HTTP port are served; default 127.0.0.1 */
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
  /** whether clients may make accounts; default: on a loopback address only */
  readonly allowRegistration?: boolean;
  /** default `info` */
  readonly logLevel?: LogLevel;
  /** more global settings of Prosody, or others in the place of the usual ones */
  readonly settings?: Readonly<Record<string, LuaValue>>;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** What a setting may be: lists become sequences, objects tables. */
export type LuaValue =
  | string
  | number
  | boolean
  | LuaExpression
  | readonly LuaValue[]
  | { readonly [name: string]: LuaValue };

/** Lua source, written as it is. */
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
