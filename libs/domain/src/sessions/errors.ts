import { DomainError } from '../shared/domain-error.js';

export class SessionNotFound extends DomainError<'session-not-found'> {
  /** @param jid full JID */
  constructor(jid: string) {
    super('session-not-found', { resource: jid });
  }
}
