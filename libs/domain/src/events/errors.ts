import { DomainError } from '../shared/domain-error.js';

/** A caller asks for events from a place where there are none any more. */
export class EventsGone extends DomainError<'events-gone'> {
  /** @param last the newest id that is no longer kept */
  constructor(last: string | bigint | number, sent: string) {
    super('events-gone', { id: String(last), resource: sent });
  }
}

/** A caller asks for events from a place where there are none yet. */
export class EventNotYetHappened extends DomainError<'event-not-yet-happened'> {
  constructor(sent: string) {
    super('event-not-yet-happened', { resource: sent });
  }
}
