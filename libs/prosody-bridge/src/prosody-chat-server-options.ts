import type { ChatServerAddresses } from './active-bridge.js';
import type { BridgeClientOptions, CallObserver } from './bridge-client.js';
import type { BridgeLog } from './reachability.js';

export interface ProsodyChatServerOptions {
  /** of Prosody's HTTP port, `http(s)://host:port`; of several that serve in turns a function, asked before each probe */
  readonly url: string | ChatServerAddresses;
  readonly token: string;
  readonly connection?: BridgeClientOptions['connection'];
  /** the XMPP domain of the database */
  readonly domain: string;
  readonly log: BridgeLog;
  readonly observer?: CallObserver | undefined;
  /** of the current request */
  readonly traceparent?: () => string | null;
  /** how long a notice may delay the request that causes it; default 2,000 */
  readonly noticeTimeoutMs?: number;
  /** timeout of queries, commands and probes, after which it is unavailable; default 15,000 */
  readonly questionTimeoutMs?: number;
  /** interval of probes; default 5,000 */
  readonly probeEveryMs?: number;
  /** interval of probes while it is unavailable; default 1,000 */
  readonly probeAwayEveryMs?: number;
  /** default 64 MiB */
  readonly maxAnswerBytes?: number;
}
