import { DomainError, InvalidArgument } from '../shared/domain-error.js';

export class ServiceNotFound extends DomainError {
  /** @param asReceived the service name in the request */
  constructor(asReceived: string) {
    super('service-not-found', 'Chat service does not exist or is not accessible.', asReceived);
  }
}

export class RoomNotFound extends DomainError {
  constructor(name: string) {
    super('room-not-found', 'Chat room does not exist or is not accessible.', name);
  }
}

export class ServiceAlreadyExists extends DomainError {
  constructor(asSent: string) {
    super('already-exists', 'Could not create the chat service', asSent);
  }
}

export class RoomAlreadyExists extends DomainError {
  constructor(name: string) {
    super('already-exists', 'Could not create the channel', name);
  }
}

/** Forbidden by the state of the room. */
export class RoomForbids extends DomainError {
  constructor(message: string, resource: string) {
    super('not-allowed', message, resource);
  }
}

/** An entity has two affiliations in one document. Contract: muc-and-legacy 5.1, check 8 */
export class DuplicateAffiliations extends RoomForbids {
  constructor(
    message: string,
    resource: string,
    readonly jids: readonly string[],
  ) {
    super(message, resource);
  }
}

export class NotAJid extends InvalidArgument {
  constructor(value: string, room: string) {
    super(`Unable to parse value as jid: ${value}`, room);
  }
}

/**
 * A missing group named in a document or list. A missing group named in a path is `GroupNotFound`.
 */
export class NoSuchGroup extends InvalidArgument {
  constructor(name: string, room: string) {
    super(`Could not find group: ${name}`, room);
  }
}
