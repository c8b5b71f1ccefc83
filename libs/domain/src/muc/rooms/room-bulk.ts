import { DomainError, InvalidArgument } from '../../shared/domain-error.js';
import type { Localpart } from '../../shared/jid.js';
import { compareCodePoints } from '../../shared/order.js';
import type { Transactions } from '../../shared/transactions.js';
import { NOBODY } from '../affiliations/affiliations.js';
import type { ServiceName } from '../services/chat-service.js';
import { DuplicateAffiliations } from '../errors.js';
import { invitationsTo } from '../invitations/invitations.js';
import type { RoomAnnouncer } from './room-announcer.js';
import {
  newRoomName,
  plannedAffiliations,
  plannedGroups,
  requireConsistent,
} from './room-draft.js';
import type { RoomDraft, ValidatedRoom } from './room-draft.js';
import type { GroupPeople } from './room-effects.js';
import { isCreatedWithForbiddenMembers } from './room-creation.js';
import type { RoomCreation } from './room-creation.js';
import type { RoomValidation } from './room-validation.js';
import type { RoomRepository } from './room-repository.js';
import { roomName } from './room.js';

/** An entry of a bulk request; `fault` says which value of it could not be converted. */
export interface BulkEntry {
  readonly draft: RoomDraft;
  readonly fault: string | null;
}

export interface RoomResult {
  /** `undefined` when the entry has no name */
  readonly roomName: string | undefined;
  readonly resultType: 'Success' | 'Failure';
  readonly message: string;
}

/** Each in the order of the request. */
export interface RoomResults {
  readonly success: readonly RoomResult[];
  readonly failure: readonly RoomResult[];
  readonly other: readonly RoomResult[];
}

type Outcome = 'created' | 'existing' | { readonly failure: string };

interface Planned {
  readonly index: number;
  readonly plan: ValidatedRoom;
}

const CREATED = 'Room was successfully created';
const EXISTING = 'Room already existed and therefore not created again';
const FAILED = 'Room creation failed due to ';
const DUPLICATES = 'The requested room defines duplicate affiliations for the following entities: ';
/** rooms that are stored by one statement, and told of at once */
const ROOMS_AT_ONCE = 500;

/**
 * Creates rooms by hundreds. Each succeeds or fails for itself; those that can be created are stored
 * in one transaction, together with the audit entry of the request. When that fails for a reason
 * that nobody has foreseen, they are stored in smaller pieces, and at last one by one.
 * Contract: muc-and-legacy 6
 */
export class RoomBulk {
  constructor(
    private readonly validation: RoomValidation,
    private readonly creation: RoomCreation,
    private readonly rooms: RoomRepository,
    private readonly transactions: Transactions,
    private readonly announcer: RoomAnnouncer,
  ) {}

  /** @throws InvalidArgument for the request as a whole */
  async createAll(
    serviceText: string,
    entries: readonly BulkEntry[] | null,
    sendInvitations: boolean,
  ): Promise<RoomResults> {
    if (entries === null) throw new InvalidArgument('Could not create the channel', 'chatrooms');
    const service = this.validation.service(serviceText);
    const outcomes = new Map<number, Outcome>();
    const planned: Planned[] = [];
    entries.forEach((entry, index) => {
      const plan = attempt(() => this.plan(entry));
      if ('failure' in plan) outcomes.set(index, plan);
      else planned.push({ index, plan });
    });
    if (planned.length > 0) await this.store(service, planned, outcomes, sendInvitations);
    return results(entries, outcomes);
  }

  private plan({ draft, fault }: BulkEntry): ValidatedRoom {
    if (fault !== null) throw new InvalidArgument(fault, null);
    return this.validation.plan(newRoomName(draft), draft);
  }

  private async store(
    service: ServiceName,
    planned: readonly Planned[],
    outcomes: Map<number, Outcome>,
    sendInvitations: boolean,
  ): Promise<void> {
    const made = await this.attemptAll(service, planned);
    if (made === null) {
      const size = planned.length > ROOMS_AT_ONCE ? ROOMS_AT_ONCE : 1;
      for (const some of pieces(planned, size)) {
        await this.store(service, some, outcomes, sendInvitations);
      }
      return;
    }
    for (const [index, outcome] of made.stored) outcomes.set(index, outcome);
    const created = planned.filter(({ index }) => made.stored.get(index) === 'created');
    if (created.length === 0) return;
    let { newService } = made;
    for (const some of pieces(created, ROOMS_AT_ONCE)) {
      const addresses = some.map(({ plan }) => ({ service, name: plan.name }));
      await this.announcer.created(addresses, newService);
      newService = false;
    }
    if (sendInvitations) await this.invite(service, created);
  }

  /** `null` when they could not be stored together. @throws what a single room fails for */
  private async attemptAll(service: ServiceName, planned: readonly Planned[]) {
    try {
      return await this.transactions.run(() => this.make(service, planned));
    } catch (error) {
      if (planned.length === 1) throw error;
      return null;
    }
  }

  private async make(service: ServiceName, planned: readonly Planned[]) {
    const plans = planned.map(({ plan }) => plan);
    const groups = await this.validation.lockGroups(plannedGroups(plans));
    const existing = await this.rooms.existing(
      service,
      plans.map(({ name }) => name),
    );
    const stored = new Map<number, Outcome>();
    const chosen = new Map<Localpart, Planned>();
    for (const one of planned) {
      const { index, plan } = one;
      const known = existing.has(plan.name) || chosen.has(plan.name);
      const checked = attempt(() => this.check(plan, groups, known));
      if (checked === 'new') chosen.set(plan.name, one);
      else stored.set(index, checked);
    }
    let newService = false;
    for (const some of pieces(inLockingOrder([...chosen.values()]), ROOMS_AT_ONCE)) {
      const made = await this.creation.create(
        service,
        some.map(({ plan }) => plan),
      );
      newService ||= made.newService;
      for (const { index, plan } of some) {
        stored.set(index, made.names.has(plan.name) ? 'created' : 'existing');
      }
    }
    return { stored, newService };
  }

  private check(
    plan: ValidatedRoom,
    groups: ReadonlySet<string>,
    known: boolean,
  ): 'new' | 'existing' {
    requireConsistent(plan, groups, '');
    if (known) return 'existing';
    if (isCreatedWithForbiddenMembers(plan)) throw new DomainError('not-allowed', 'null', null);
    return 'new';
  }

  private async invite(service: ServiceName, created: readonly Planned[]): Promise<void> {
    const groups = plannedGroups(created.map(({ plan }) => plan));
    const people: GroupPeople = groups.length === 0 ? new Map() : await this.rooms.peopleOf(groups);
    for (const { plan } of created) {
      const given = plannedAffiliations(plan, 'named');
      const after = plannedAffiliations(plan);
      const room = { name: plan.name, password: plan.settings.password };
      const invitations = invitationsTo(room, { given, before: NOBODY, after }, people);
      await this.announcer.invite({ service, name: plan.name }, invitations);
    }
  }
}

function pieces<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  const count = Math.ceil(all.length / size);
  return Array.from({ length: count }, (_, index) => all.slice(index * size, (index + 1) * size));
}

/** Two requests for the same rooms wait for each other, instead of deadlocking. */
function inLockingOrder(planned: readonly Planned[]): readonly Planned[] {
  return planned.toSorted((a, b) => compareCodePoints(a.plan.name, b.plan.name));
}

function attempt<T>(work: () => T): T | { readonly failure: string } {
  try {
    return work();
  } catch (error) {
    if (error instanceof DomainError) return { failure: FAILED + reason(error) };
    throw error;
  }
}

function reason(error: DomainError): string {
  if (error instanceof DuplicateAffiliations) {
    return `ConflictException: ${DUPLICATES}${error.jids.join(', ')}`;
  }
  const exception = error.code === 'not-allowed' ? 'ConflictException' : 'IllegalArgumentException';
  return `${exception}: ${error.message}`;
}

function results(
  entries: readonly BulkEntry[],
  outcomes: ReadonlyMap<number, Outcome>,
): RoomResults {
  const success: RoomResult[] = [];
  const failure: RoomResult[] = [];
  entries.forEach(({ draft }, index) => {
    const outcome = outcomes.get(index)!;
    const sent = draft.roomName || undefined;
    const shown = sent && (roomName(sent) ?? sent);
    if (typeof outcome === 'object') {
      failure.push({ roomName: shown, resultType: 'Failure', message: outcome.failure });
    } else {
      const message = outcome === 'created' ? CREATED : EXISTING;
      success.push({ roomName: shown, resultType: 'Success', message });
    }
  });
  return { success, failure, other: [] };
}
