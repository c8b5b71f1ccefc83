import { DomainError } from '../shared/domain-error.js';

/** Somebody asks for events from a place where there are none any more, or not yet. */
export class EventsGone extends DomainError {
  constructor(message: string, id: string) {
    super('events-gone', message, id);
  }
}
