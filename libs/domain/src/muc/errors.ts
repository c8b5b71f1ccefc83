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

export class MessageNotFound extends DomainError {
  constructor(id: string) {
    super('message-not-found', 'Could not find message', id);
  }
}

export class OccupantNotFound extends DomainError {
  constructor(nickname: string) {
    super('occupant-not-found', 'Could not find occupant', nickname);
  }
}

/** Owners and admins stay moderators. */
export class RoleFixed extends DomainError {
  constructor(nickname: string) {
    super('not-allowed', 'Could not change the role', nickname);
  }
}

export class ServiceAlreadyExists extends DomainError {
  constructor(asSent: string) {
    super('already-exists', 'Could not create the chat service', asSent, 'the chat service exists');
  }
}

/** Contract: muc-and-legacy 2 */
export class TooManyServices extends DomainError {
  /** @param name prepared */
  constructor(name: string) {
    super('not-allowed', 'Could not create the chat service', name);
  }
}

/** Contract: extensions E3.1 */
export class ServiceHasRooms extends DomainError {
  constructor(name: string) {
    super('not-allowed', 'Could not delete the chat service', name);
  }
}

export class RoomAlreadyExists extends DomainError {
  constructor(name: string) {
    super('already-exists', 'Could not create the channel', name, 'the room exists');
  }
}

/** Forbidden by the state of the room. */
export class RoomForbids extends DomainError {
  constructor(message: string, resource: string, detail: string) {
    super('not-allowed', message, resource, detail);
  }
}

/** Nobody becomes a member while these have to have a nickname. Contract: muc-and-legacy 5.1, check 10 */
export class NewMembersForbidden extends RoomForbids {
  /** @param jids group JIDs of groups */
  constructor(message: string, resource: string, jids: readonly string[]) {
    const detail = 'loginRestrictedToNickname is on and these would be new members: ';
    super(message, resource, detail + shownJids(jids));
  }
}

/** An entity has two affiliations in one document. Contract: muc-and-legacy 5.1, check 8 */
export class DuplicateAffiliations extends RoomForbids {
  constructor(
    message: string,
    resource: string,
    readonly jids: readonly string[],
    detail = `named more than once: ${shownJids(jids)}`,
  ) {
    super(message, resource, detail);
  }
}

/** The default owner of a room that names no owner is among its outcasts. */
export class DefaultOwnerOutcast extends DuplicateAffiliations {
  constructor(message: string, resource: string, jids: readonly string[], owner: string) {
    super(message, resource, jids, `${owner} is the owner, since the document names none`);
  }
}

const SHOWN_JIDS = 10;

function shownJids(jids: readonly string[]): string {
  const more = jids.length - SHOWN_JIDS;
  return jids.slice(0, SHOWN_JIDS).join(', ') + (more > 0 ? ` and ${more} more` : '');
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
