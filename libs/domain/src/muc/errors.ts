import { DomainError, InvalidArgument } from '../shared/domain-error.js';
import { memberFault } from '../shared/jid-faults.js';
import { shownList } from '../shared/shown-value.js';
import { MOST_CHAT_SERVICES } from './services/chat-service.js';

export class ServiceNotFound extends DomainError<'chat-service-not-found'> {
  /** @param asReceived the service name in the request */
  constructor(asReceived: string) {
    super('chat-service-not-found', { resource: asReceived });
  }
}

export class RoomNotFound extends DomainError<'room-not-found'> {
  constructor(name: string) {
    super('room-not-found', { resource: name });
  }
}

export class MessageNotFound extends DomainError<'message-not-found'> {
  constructor(id: string) {
    super('message-not-found', { resource: id });
  }
}

export class OccupantNotFound extends DomainError<'occupant-not-found'> {
  constructor(nickname: string) {
    super('occupant-not-found', { resource: nickname });
  }
}

/** Owners and admins stay moderators. */
export class RoleFixed extends DomainError<'role-fixed'> {
  constructor(nickname: string) {
    super('role-fixed', { resource: nickname, detail: 'owners and admins stay moderators' });
  }
}

export class ServiceAlreadyExists extends DomainError<'chat-service-already-exists'> {
  constructor(asSent: string) {
    super('chat-service-already-exists', { resource: asSent, detail: 'the chat service exists' });
  }
}

/** Contract: muc-and-legacy 2 */
export class TooManyServices extends DomainError<'too-many-chat-services'> {
  /** @param name prepared */
  constructor(name: string) {
    super('too-many-chat-services', {
      resource: name,
      detail: `at most ${MOST_CHAT_SERVICES} chat services`,
    });
  }
}

/** Contract: extensions E3.1 */
export class ServiceHasRooms extends DomainError<'chat-service-has-rooms'> {
  constructor(name: string) {
    super('chat-service-has-rooms', { resource: name, detail: 'the chat service has rooms' });
  }
}

export class RoomAlreadyExists extends DomainError<'room-already-exists'> {
  constructor(name: string) {
    super('room-already-exists', { resource: name, detail: 'the room exists' });
  }
}

/** What the state of a room forbids. */
export type RoomRefusal =
  | 'room-creation-not-allowed'
  | 'room-update-not-allowed'
  | 'affiliation-removal-not-allowed'
  | { readonly listOf: string };

/** Forbidden by the state of the room. */
export class RoomForbids extends DomainError<
  Exclude<RoomRefusal, object> | 'affiliation-change-not-allowed'
> {
  constructor(refusal: RoomRefusal, resource: string, detail: string) {
    const isOfList = typeof refusal === 'object';
    super(isOfList ? 'affiliation-change-not-allowed' : refusal, {
      affiliation: isOfList ? refusal.listOf : '',
      resource,
      detail,
    });
  }
}

/** Nobody becomes a member while these have to have a nickname. Contract: muc-and-legacy 5.1, check 10 */
export class NewMembersForbidden extends RoomForbids {
  /** @param jids group JIDs of groups */
  constructor(refusal: RoomRefusal, resource: string, jids: readonly string[]) {
    const detail = 'loginRestrictedToNickname is on and these would be new members: ';
    super(refusal, resource, detail + shownList(jids));
  }
}

/** An entity has two affiliations in one document. Contract: muc-and-legacy 5.1, check 8 */
export class DuplicateAffiliations extends RoomForbids {
  constructor(
    refusal: RoomRefusal,
    resource: string,
    readonly jids: readonly string[],
    detail = `named more than once: ${shownList(jids)}`,
  ) {
    super(refusal, resource, detail);
  }
}

/** The default owner of a room that names no owner is among its outcasts. */
export class DefaultOwnerOutcast extends DuplicateAffiliations {
  constructor(refusal: RoomRefusal, resource: string, jids: readonly string[], owner: string) {
    super(refusal, resource, jids, `${owner} is the owner, since the document names none`);
  }
}

export class NotAJid extends InvalidArgument<'invalid-jid'> {
  constructor(value: string, room: string, detail = memberFault(value)) {
    super('invalid-jid', { value, resource: room, detail });
  }
}

/**
 * A missing group named in a document or list. A missing group named in a path is `GroupNotFound`.
 */
export class NoSuchGroup extends InvalidArgument<'unknown-group'> {
  constructor(name: string, room: string) {
    super('unknown-group', { value: name, resource: room, detail: 'no group has this name' });
  }
}
