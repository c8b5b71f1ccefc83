/** What the HTTP bridge of `integrations/prosody` answers; its README lists the calls. Times are seconds since 1970. */
export interface BridgeSession {
  readonly jid: string;
  readonly username?: string;
  readonly resource: string;
  readonly node: string;
  readonly presence?: {
    readonly show?: string;
    readonly status?: string;
    readonly priority: number;
  };
  readonly address: string;
  readonly created_at: number;
  readonly active_at: number;
  readonly secure: boolean;
  readonly transport: 'tcp' | 'websocket' | 'bosh';
  readonly hibernating: boolean;
}
