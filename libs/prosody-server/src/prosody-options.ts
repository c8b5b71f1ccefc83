/** What a Prosody that governs one database needs to know. */
export interface ProsodyOptions {
  /** the XMPP domain of the database */
  readonly domain: string;
  /** libpq connection string of the role that may execute the functions of the schema `engine` */
  readonly database: string;
  readonly bridgeToken: string;
  /** certificates, stock storage, process id; made when it is missing */
  readonly directory: string;
  /** address on which clients and the HTTP port are served */
  readonly interface: string;
  readonly clientPort: number;
  /** direct TLS; `null`: none */
  readonly tlsPort: number | null;
  /** BOSH, WebSocket and the bridge */
  readonly httpPort: number;
}
