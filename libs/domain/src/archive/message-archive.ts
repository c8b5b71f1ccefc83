import type { Localpart } from '../shared/jid.js';

/** What people have written to each other, a copy for each account. The chat server writes it. */
export abstract class MessageArchive {
  /** Messages that an account has received since its last logout; 0 for an unknown one. */
  abstract unread(username: Localpart): Promise<number>;
  /** Only inside a transaction. Deletes at most `limit` messages in an archive before a moment, the oldest first. @returns how many went */
  abstract purge(username: Localpart, before: Date, limit: number): Promise<number>;
  /** How many there are before a moment, at most `limit`. */
  abstract countBefore(username: Localpart, before: Date, limit: number): Promise<number>;
  /**
   * Deletes at most `limit` messages older than `days` days, the oldest first, whoever has them; none while another
   * instance does so. @returns how many went
   */
  abstract forget(days: number, limit: number): Promise<number>;
}
