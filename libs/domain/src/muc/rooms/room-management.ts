import type { Changes, Patched } from '../../shared/audit-facts.js';
import { setBy } from '../../shared/patch.js';
import type { Use } from '../../shared/stringprep.js';
import type { Transactions } from '../../shared/transactions.js';
import {
  affiliationsOf,
  changeBetween,
  requireNoNewMember,
  NOBODY,
} from '../affiliations/affiliations.js';
import type { Affiliations } from '../affiliations/affiliations.js';
import { RoomAlreadyExists } from '../errors.js';
import { roomToJoin } from '../invitations/affiliation-invitations.js';
import type { AffiliationInvitations } from '../invitations/affiliation-invitations.js';
import type { ServiceName } from '../services/chat-service.js';
import type { RoomAnnouncer } from './room-announcer.js';
import type { RoomCreation } from './room-creation.js';
import type { RoomAddress, RoomDirectory, RoomPath } from './room-directory.js';
import { newRoomName, sameRoomName } from './room-draft.js';
import type { ParsedRoom, RoomDraft, RoomRequest } from './room-draft.js';
import { affiliationFacts, changedFields } from './room-facts.js';
import { isSameRoom } from './room-patch.js';
import type { RoomPatch } from './room-patch.js';
import type { LockedRoom, RoomRepository } from './room-repository.js';
import type { RoomValidation } from './room-validation.js';
import type { Room } from './room.js';
import {
  affiliatedGroups,
  affiliationsIn,
  peopleIn,
  repeatedPeople,
  requireConsistent,
} from './validated-room.js';
import type { ValidatedRoom } from './validated-room.js';

const CREATE = 'room-creation-not-allowed';
const UPDATE = 'room-update-not-allowed';

interface Created {
  readonly newService: boolean;
}

interface Overwritten {
  /** of the room, after the change */
  readonly version: number;
  readonly changes: Changes;
}

/** Creates and overwrites single rooms. Contract: muc-and-legacy 5 */
export class RoomManagement {
  constructor(
    private readonly directory: RoomDirectory,
    private readonly validation: RoomValidation,
    private readonly creation: RoomCreation,
    private readonly rooms: RoomRepository,
    private readonly transactions: Transactions,
    private readonly announcer: RoomAnnouncer,
    private readonly invitations: AffiliationInvitations,
  ) {}

  /** @throws InvalidArgument, NoSuchGroup, RoomForbids, RoomAlreadyExists */
  async create(
    serviceText: string,
    draft: RoomDraft | null,
    { sendInvitations, signer }: RoomRequest,
  ): Promise<void> {
    const name = newRoomName(draft);
    const service = await this.validation.service(serviceText, 'stored');
    const room = await this.validation.validate(name, draft!, this.validation.defaultOwner(signer));
    if (repeatedPeople(room.entries).length > 0) {
      const groups = await this.validation.lockGroups(affiliatedGroups([room]));
      requireConsistent(room, groups, CREATE);
    }
    this.transactions.note({ about: peopleIn([room]) });
    const { created, newService, groups } = await this.creation.createOne(service, room);
    requireConsistent(room, groups, CREATE);
    if (!created) throw new RoomAlreadyExists(name);
    await this.announcer.created([{ service, name }], newService);
    if (sendInvitations) await this.invitations.send([roomToJoin({ service, name }, room)]);
  }

  /**
   * Overwrites or creates the room. @throws InvalidArgument, NoSuchGroup, RoomForbids
   * @param path the room name as received
   * @returns whether it was created
   */
  async put(
    serviceText: string,
    path: string,
    draft: RoomDraft | null,
    { sendInvitations, signer }: RoomRequest,
  ): Promise<boolean> {
    const addressFor = async (use: Use): Promise<RoomAddress> => {
      const name = sameRoomName(path, draft, use);
      return { service: await this.validation.service(serviceText, use), name };
    };
    const address = await addressFor('query');
    const parsed = await this.validation.parse(
      address.name,
      draft!,
      this.validation.defaultOwner(signer),
    );
    const { room, before, done } = await this.transactions.run(async () => {
      const groups = await this.validation.lockGroups(parsed.groups);
      return this.overwriteOrCreate(address, parsed, groups, () => addressFor('stored'));
    });
    const isNew = !('version' in done);
    if (isNew) await this.announcer.created([address], done.newService);
    else await this.announcer.changed(address, done.version);
    if (sendInvitations) await this.invitations.send([roomToJoin(address, room, before)]);
    return isNew;
  }

  /**
   * Applied to what is stored when it is its turn, and only if that makes a difference.
   * @returns the room after it, and what that has changed
   * @throws InvalidArgument, ServiceNotFound, RoomNotFound, NotAJid, NoSuchGroup, RoomForbids, TooManyParts. Contract:
   * extensions E3
   */
  async patch(
    path: RoomPath,
    patch: RoomPatch,
    { sendInvitations, signer }: RoomRequest,
  ): Promise<Patched<Room>> {
    if (patch.roomName !== undefined) sameRoomName(path.room, setBy(patch), 'query');
    const address = await this.directory.address(path);
    if (address === null) throw await this.directory.missing(path);
    const parsed = await this.validation.parsePatch(patch, this.validation.defaultOwner(signer));
    const { done, after } = await this.transactions.run(async () => {
      const groups = await this.validation.lockGroups(parsed.groups);
      const locked = await this.rooms.lock(address.service, address.name);
      if (locked === null) throw await this.directory.missing(path);
      const before = affiliationsOf(locked.room);
      const room = parsed.validate(locked.room);
      requireConsistent(room, new Set([...groups, ...before.groups.keys()]), UPDATE);
      const change = changeBetween(before, affiliationsIn(room));
      if (isSameRoom(locked.room, patch, room, change)) return { after: locked.room, done: null };
      const done = await this.overwrite(locked, before, room, parsed.setsPassword);
      const after = await this.rooms.find(address.service, address.name, false);
      return { after: after!, done: { ...done, room, before } };
    });
    if (done === null) return { after, changes: {} };
    await this.announcer.changed(address, done.version);
    if (sendInvitations) await this.invitations.send([roomToJoin(address, done.room, done.before)]);
    return { after, changes: done.changes };
  }

  /**
   * Others may create or remove the room at any moment while it is not locked.
   * @param requireStorable refuses an address that no new room can have
   */
  private async overwriteOrCreate(
    { service, name }: RoomAddress,
    parsed: ParsedRoom,
    groups: ReadonlySet<string>,
    requireStorable: () => Promise<unknown>,
  ): Promise<{
    readonly room: ValidatedRoom;
    readonly before: Affiliations;
    readonly done: Overwritten | Created;
  }> {
    for (;;) {
      const locked = await this.rooms.lock(service, name);
      if (locked === null) await requireStorable();
      const before = locked === null ? NOBODY : affiliationsOf(locked.room);
      const room = parsed.validate(before);
      requireConsistent(room, groups, UPDATE);
      if (locked === null) this.transactions.note({ about: peopleIn([room]) });
      const done =
        locked === null
          ? await this.add(service, room)
          : await this.overwrite(locked, before, room, room.settings.password !== null);
      if (done !== null) return { room, before, done };
    }
  }

  private async overwrite(
    { id, room: stored }: LockedRoom,
    before: Affiliations,
    room: ValidatedRoom,
    setsPassword: boolean,
  ): Promise<Overwritten> {
    const after = affiliationsIn(room);
    const change = changeBetween(before, after);
    const groupJid = (name: string) => this.validation.groupJid(name);
    const changes = {
      changed: changedFields(stored, room.settings, setsPassword),
      ...affiliationFacts(before, change, groupJid),
    };
    this.transactions.note(changes);
    const staysRestricted =
      stored.loginRestrictedToNickname && room.settings.loginRestrictedToNickname;
    if (staysRestricted) {
      const named = room.entries.map(({ entry }) => entry);
      requireNoNewMember(
        { room: stored.roomName, refusal: UPDATE, groupJid },
        named,
        before,
        after,
      );
    }
    return { version: await this.rooms.update(id, room.settings, change), changes };
  }

  /** `null` if the room exists */
  private async add(service: ServiceName, room: ValidatedRoom): Promise<Created | null> {
    const { names, newService } = await this.creation.create(service, [room]);
    return names.has(room.name) ? { newService } : null;
  }
}
