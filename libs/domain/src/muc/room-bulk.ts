import { DomainError, InvalidArgument } from '../shared/domain-error.js';
import type { Localpart } from '../shared/jid.js';
import type { Transactions } from '../shared/transactions.js';
import { NOBODY } from './affiliations.js';
import type { ServiceName } from './chat-service.js';
import { DuplicateAffiliations } from './errors.js';
import { invitationsTo } from './invitations.js';
import type { RoomAnnouncer } from './room-announcer.js';
import {
  newRoomName,
  plannedAffiliations,
  plannedGroups,
  requireConsistent,
} from './room-draft.js';
import type { RoomDraft, RoomPlan } from './room-draft.js';
import type { GroupPeople } from './room-effects.js';
import { isMadeWithForbiddenMembers } from './room-making.js';
import type { RoomMaking } from './room-making.js';
import type { RoomPlanner } from './room-planner.js';
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
  readonly plan: RoomPlan;
}

const CREATED = 'Room was successfully created';
const EXISTING = 'Room already existed and therefore not created again';
const FAILED = 'Room creation failed due to ';
const DUPLICATES = 'The requested room defines duplicate affiliations for the following entities: ';
/** rooms that are stored together */
const BATCH = 500;

/**
 * Creates rooms by hundreds. Each succeeds or fails for itself; those that can be created are stored
 * together, and one by one when that fails for a reason that nobody has foreseen.
 * Contract: muc-and-legacy 6
 */
export class RoomBulk {
  constructor(
    private readonly planner: RoomPlanner,
    private readonly making: RoomMaking,
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
    const service = this.planner.service(serviceText);
    const outcomes = new Map<number, Outcome>();
    const planned: Planned[] = [];
    entries.forEach((entry, index) => {
      const plan = attempt(() => this.plan(entry));
      if ('failure' in plan) outcomes.set(index, plan);
      else planned.push({ index, plan });
    });
    for (let start = 0; start < planned.length; start += BATCH) {
      const batch = planned.slice(start, start + BATCH);
      await this.store(service, batch, outcomes);
      if (sendInvitations) await this.invite(service, batch, outcomes);
    }
    return results(entries, outcomes);
  }

  private plan({ draft, fault }: BulkEntry): RoomPlan {
    if (fault !== null) throw new InvalidArgument(fault, null);
    return this.planner.plan(newRoomName(draft), draft);
  }

  private async store(
    service: ServiceName,
    batch: readonly Planned[],
    outcomes: Map<number, Outcome>,
  ): Promise<void> {
    try {
      const { stored, newService } = await this.transactions.run(() => this.make(service, batch));
      for (const [index, outcome] of stored) outcomes.set(index, outcome);
      const created = batch.filter(({ index }) => stored.get(index) === 'created');
      const addresses = created.map(({ plan }) => ({ service, name: plan.name }));
      if (created.length > 0) await this.announcer.created(addresses, newService);
    } catch (error) {
      if (batch.length === 1) throw error;
      for (const one of batch) await this.store(service, [one], outcomes);
    }
  }

  private async make(service: ServiceName, batch: readonly Planned[]) {
    const plans = batch.map(({ plan }) => plan);
    const groups = await this.planner.lockGroups(plans);
    const existing = await this.rooms.existing(
      service,
      plans.map(({ name }) => name),
    );
    const stored = new Map<number, Outcome>();
    const chosen = new Map<Localpart, Planned>();
    for (const one of batch) {
      const { index, plan } = one;
      const known = existing.has(plan.name) || chosen.has(plan.name);
      const checked = attempt(() => this.check(plan, groups, known));
      if (checked === 'new') chosen.set(plan.name, one);
      else stored.set(index, checked);
    }
    if (chosen.size === 0) return { stored, newService: false };
    const made = await this.making.make(
      service,
      [...chosen.values()].map(({ plan }) => plan),
    );
    for (const [name, { index }] of chosen) {
      stored.set(index, made.names.has(name) ? 'created' : 'existing');
    }
    return { stored, newService: made.newService };
  }

  private check(plan: RoomPlan, groups: ReadonlySet<string>, known: boolean): 'new' | 'existing' {
    requireConsistent(plan, groups, '');
    if (known) return 'existing';
    if (isMadeWithForbiddenMembers(plan)) throw new DomainError('not-allowed', 'null', null);
    return 'new';
  }

  private async invite(
    service: ServiceName,
    batch: readonly Planned[],
    outcomes: ReadonlyMap<number, Outcome>,
  ): Promise<void> {
    const created = batch.filter(({ index }) => outcomes.get(index) === 'created');
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
