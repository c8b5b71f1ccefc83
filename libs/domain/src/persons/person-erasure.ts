import type { ReportErasure } from '../reports/report-repository.js';
import type { RoomHistory } from '../muc/history/room-history.js';
import { invalidValue } from '../shared/domain-error.js';
import type { Localpart } from '../shared/jid.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import type { Transactions } from '../shared/transactions.js';
import { oneOf } from '../shared/words.js';
import { localUser } from '../users/local-user.js';
import type { RosterRepository } from '../users/roster-repository.js';
import type { UserRemoval } from '../users/user-removal.js';

/** What becomes of messages in rooms: they stay as said by nobody who is known, or go. */
export const MESSAGE_TREATMENTS = ['anonymise', 'delete'] as const;
export type MessageTreatment = (typeof MESSAGE_TREATMENTS)[number];

/** Contract: extensions E7.1 */
export interface ErasedPerson {
  readonly username: Localpart;
  readonly treatment: MessageTreatment;
  /** in rooms, anonymised or deleted */
  readonly messages: number;
}

/** Erases a person: the account as its deletion does, and what they have said in rooms. Moving in: 10 */
export class PersonErasure {
  constructor(
    private readonly removal: UserRemoval,
    private readonly rosters: RosterRepository,
    private readonly history: RoomHistory,
    private readonly reports: ReportErasure,
    private readonly transactions: Transactions,
    private readonly domain: ServiceDomain,
  ) {}

  /**
   * In one transaction.
   * @param person a user name, or a JID
   * @param messages one of {@link MESSAGE_TREATMENTS}; empty: the first
   * @throws InvalidArgument, UserNotFound, NonLocalUser
   */
  async erase(person: string, messages?: string | null): Promise<ErasedPerson> {
    const treatment = treatmentIn(messages);
    const username = localUser(person, this.domain);
    const jid = this.domain.jidOf(username);
    return this.transactions.run(async () => {
      await this.reports.erase(jid);
      await this.removal.remove(username);
      await this.rosters.forget(jid);
      const count =
        treatment === 'delete'
          ? await this.history.removeOf(jid)
          : await this.history.anonymise(jid);
      return { username, treatment, messages: count };
    });
  }
}

/** @throws InvalidArgument */
export function treatmentIn(text: string | null | undefined): MessageTreatment {
  if (!text) return MESSAGE_TREATMENTS[0];
  const treatment = MESSAGE_TREATMENTS.find((one) => one === text);
  if (treatment === undefined) {
    throw invalidValue('messages', text, oneOf(MESSAGE_TREATMENTS));
  }
  return treatment;
}
