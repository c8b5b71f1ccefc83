/** How far the stream of a client is. */
export const SESSION_STATUSES = ['Closed', 'Connected', 'Authenticated', 'Unknown'] as const;

/** A client session as the chat server knows it. */
export interface LiveSession {
  /** full JID */
  readonly jid: string;
  /** `null` for an anonymous session */
  readonly username: string | null;
  readonly resource: string;
  /** id of the chat server node that holds the session */
  readonly nodeId: string;
  readonly status: (typeof SESSION_STATUSES)[number];
  /** `null` without available presence */
  readonly presence: {
    readonly show: string | null;
    readonly status: string | null;
    readonly priority: number;
  } | null;
  readonly hostAddress: string;
  /** `null` if the address has no host name */
  readonly hostName: string | null;
  readonly createdAt: Date;
  readonly lastActiveAt: Date;
  readonly secure: boolean;
}
