import { DomainError } from '../shared/domain-error.js';

export class SessionNotFound extends DomainError {
  /** @param jid full JID */
  constructor(jid: string) {
    super('session-not-found', 'Could not find session', jid);
  }
}
