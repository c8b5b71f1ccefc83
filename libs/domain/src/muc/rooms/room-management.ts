import type { Localpart } from '../../shared/jid.js';
import type { Transactions } from '../../shared/transactions.js';
import {
  affiliationsOf,
  changeBetween,
  hasNewMember,
  NOBODY,
} from '../affiliations/affiliations.js';
import type { Affiliations } from '../affiliations/affiliations.js';
import type { ServiceName } from '../services/chat-service.js';
import { RoomAlreadyExists, RoomForbids } from '../errors.js';
import { invitationsTo } from '../invitations/invitations.js';
import type { RoomAnnouncer, StoredChange } from './room-announcer.js';
import type { RoomAddress } from './room-directory.js';
import {
  newRoomName,
  plannedAffiliations,
  plannedGroups,
  requireConsistent,
  sameRoomName,
} from './room-draft.js';
import type { RoomDraft, ValidatedRoom, RoomReading } from './room-draft.js';
import type { GroupPeople } from './room-effects.js';
import { isCreatedWithForbiddenMembers } from './room-creation.js';
import type { RoomCreation } from './room-creation.js';
import type { RoomValidation } from './room-validation.js';
import type { LockedRoom, RoomRepository } from './room-repository.js';

const CREATE = 'Could not create the channel';
const UPDATE = 'Could not update the channel';

interface Made {
  readonly newService: boolean;
  readonly groupPeople: GroupPeople;
}

/** Creates and overwrites rooms one by one. Contract: muc-and-legacy 5 */
export class RoomManagement {
  constructor(
    private readonly validation: RoomValidation,
    private readonly creation: RoomCreation,
    private readonly rooms: RoomRepository,
    private readonly transactions: Transactions,
    private readonly announcer: RoomAnnouncer,
  ) {}

  /** @throws InvalidArgument, NoSuchGroup, RoomForbids, RoomAlreadyExists */
  async create(
    serviceText: string,
    draft: RoomDraft | null,
    sendInvitations: boolean,
  ): Promise<void> {
    const name = newRoomName(draft);
    const service = this.validation.service(serviceText);
    const plan = this.validation.plan(name, draft!);
    const made = await this.transactions.run(async () => {
      const groups = await this.validation.lockGroups(plannedGroups([plan]));
      requireConsistent(plan, groups, CREATE);
      const made = await this.make(service, plan, CREATE);
      if (made === null) throw new RoomAlreadyExists(name);
      return made;
    });
    await this.announcer.created([{ service, name }], made.newService);
    if (sendInvitations) await this.invite({ service, name }, plan, NOBODY, made.groupPeople);
  }

  /**
   * Overwrites the room, or creates it. @throws InvalidArgument, NoSuchGroup, RoomForbids
   * @param path name of the room as received
   */
  async put(
    serviceText: string,
    path: string,
    draft: RoomDraft | null,
    sendInvitations: boolean,
  ): Promise<void> {
    const name = sameRoomName(path, draft);
    const service = this.validation.service(serviceText);
    const reading = this.validation.read(name, draft!);
    const address = { service, name };
    const { plan, done } = await this.transactions.run(async () => {
      const groups = await this.validation.lockGroups(reading.groups);
      return this.overwriteOrMake(address, reading, groups);
    });
    if ('version' in done) await this.announcer.changed(address, done);
    else await this.announcer.created([address], done.newService);
    const before = 'version' in done ? done.before.affiliations : NOBODY;
    if (sendInvitations) await this.invite(address, plan, before, done.groupPeople);
  }

  /** Somebody else may create or remove the room at any moment while it is not locked. */
  private async overwriteOrMake(
    { service, name }: RoomAddress,
    reading: RoomReading,
    groups: ReadonlySet<string>,
  ): Promise<{ readonly plan: ValidatedRoom; readonly done: StoredChange | Made }> {
    for (;;) {
      const locked = await this.rooms.lock(service, name);
      const before = locked === null ? NOBODY : affiliationsOf(locked.room);
      const plan = reading.plan(before);
      requireConsistent(plan, groups, UPDATE);
      const done =
        locked === null
          ? await this.make(service, plan, UPDATE)
          : await this.overwrite(locked, before, plan);
      if (done !== null) return { plan, done };
    }
  }

  private async overwrite(
    { id, room }: LockedRoom,
    before: Affiliations,
    plan: ValidatedRoom,
  ): Promise<StoredChange> {
    const after = plannedAffiliations(plan);
    const { settings } = plan;
    if (settings.loginRestrictedToNickname && hasNewMember(before, after)) {
      throw new RoomForbids(UPDATE, room.roomName);
    }
    const version = await this.rooms.update(id, settings, changeBetween(before, after));
    return {
      version,
      before: { options: room, affiliations: before },
      after: { options: settings, affiliations: after },
      groupPeople: await this.peopleOf(before, after),
    };
  }

  /** `null` when the room exists */
  private async make(
    service: ServiceName,
    plan: ValidatedRoom,
    refusal: string,
  ): Promise<Made | null> {
    const { name } = plan;
    if (isCreatedWithForbiddenMembers(plan)) {
      if (await this.exists(service, name)) return null;
      throw new RoomForbids(refusal, name);
    }
    const { names, newService } = await this.creation.create(service, [plan]);
    if (!names.has(name)) return null;
    return { newService, groupPeople: await this.peopleOf(plannedAffiliations(plan)) };
  }

  private async exists(service: ServiceName, name: Localpart): Promise<boolean> {
    return (await this.rooms.existing(service, [name])).has(name);
  }

  private async peopleOf(...all: readonly Affiliations[]): Promise<GroupPeople> {
    const names = new Set(all.flatMap(({ groups }) => [...groups.keys()]));
    return names.size === 0 ? new Map() : this.rooms.peopleOf([...names]);
  }

  private async invite(
    address: RoomAddress,
    plan: ValidatedRoom,
    before: Affiliations,
    groupPeople: GroupPeople,
  ): Promise<void> {
    const { password } = plan.settings;
    const given = plannedAffiliations(plan, 'named');
    const after = plannedAffiliations(plan);
    const room = { name: address.name, password };
    await this.announcer.invite(
      address,
      invitationsTo(room, { given, before, after }, groupPeople),
    );
  }
}
