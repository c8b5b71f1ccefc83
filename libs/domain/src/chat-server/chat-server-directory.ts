/** A chat server of the domain. Contract: extensions E23 */
export interface ChatServerNode {
  readonly nodeId: string;
  /** `prosody` */
  readonly kind: string;
  readonly version: string;
  readonly state: 'active' | 'waiting' | 'gone';
  /** when it began to serve, or to wait */
  readonly since: Date;
  readonly lastSeen: Date;
  /** `null`: it does not serve, or has not said yet */
  readonly sessions: number | null;
  readonly rooms: number | null;
  /** of its bridge */
  readonly address: string;
}

/** How many chat servers there are, and the lease of the one that serves. */
export interface ChatServerVitals {
  readonly active: number;
  readonly waiting: number;
  /** number of the lease; `null`: none serves */
  readonly epoch: number | null;
  /** how long another one waits for a sign of life before it takes over: `chat_lease` */
  readonly leaseSeconds: number | null;
  /** since the one that serves gave a sign of life */
  readonly leaseAgeSeconds: number | null;
}

/** The chat servers that share the database, as they have said themselves. */
export abstract class ChatServerDirectory {
  /** The one that serves, those that wait, those that were there within the last days. */
  abstract list(): Promise<readonly ChatServerNode[]>;

  abstract vitals(): Promise<ChatServerVitals>;
}
