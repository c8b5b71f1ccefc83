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

/** The chat servers that share the database, as they have said themselves. */
export abstract class ChatServerDirectory {
  /** The one that serves, those that wait, those that were there within the last days. */
  abstract list(): Promise<readonly ChatServerNode[]>;

  /** Whether one waits to take over. */
  async isWaiting(): Promise<boolean> {
    return (await this.list()).some(({ state }) => state === 'waiting');
  }
}
