import { DomainError, InvalidArgument } from '../../shared/domain-error.js';
import type { BareJid, Localpart } from '../../shared/jid.js';
import { compareCodePoints } from '../../shared/order.js';
import { Pace } from '../../shared/pieces.js';
import type { Transactions } from '../../shared/transactions.js';
import { DuplicateAffiliations } from '../errors.js';
import { roomToJoin } from '../invitations/affiliation-invitations.js';
import type { AffiliationInvitations } from '../invitations/affiliation-invitations.js';
import type { ServiceName } from '../services/chat-service.js';
import type { RoomAnnouncer } from './room-announcer.js';
import type { RoomCreation } from './room-creation.js';
import { entriesIn, newRoomName } from './room-draft.js';
import type { RoomDraft, RoomRequest } from './room-draft.js';
import type { RoomRepository } from './room-repository.js';
import type { RoomValidation } from './room-validation.js';
import { roomName } from './room.js';
import { affiliatedGroups, peopleIn, requireConsistent } from './validated-room.js';
import type { ValidatedRoom } from './validated-room.js';

/** An entry of a bulk request. `fault`: the value that could not be converted. */
export interface BulkEntry {
  readonly draft: RoomDraft;
  readonly fault: DomainError | null;
}

export interface RoomResult {
  /** as sent if it is illegal; `undefined` if the entry has none */
  readonly roomName: string | undefined;
  readonly resultType: 'Success' | 'Failure';
  readonly message: string;
}

/** Each list in request order. */
export interface RoomResults {
  readonly success: readonly RoomResult[];
  readonly failure: readonly RoomResult[];
  readonly other: readonly RoomResult[];
}

type Outcome = 'created' | 'existing' | { readonly failure: string };

interface Candidate {
  /** position in the request */
  readonly index: number;
  readonly room: ValidatedRoom;
}

const CREATED = 'Room was successfully created';
const EXISTING = 'Room already existed and therefore not created again';
const FAILED = 'Room creation failed due to ';
const DUPLICATES = 'The requested room defines duplicate affiliations for the following entities: ';
/** rooms per statement and per notice */
const ROOMS_AT_ONCE = 500;

/**
 * Creates many rooms. Each succeeds or fails individually; those that can be created are stored in
 * one transaction with the audit entry of the request. If that fails for an unforeseen reason, they
 * are stored in smaller batches, and finally one by one.
 * Contract: muc-and-legacy 6
 */
export class RoomBulk {
  constructor(
    private readonly validation: RoomValidation,
    private readonly creation: RoomCreation,
    private readonly rooms: RoomRepository,
    private readonly transactions: Transactions,
    private readonly announcer: RoomAnnouncer,
    private readonly invitations: AffiliationInvitations,
  ) {}

  /** @throws InvalidArgument for the request as a whole */
  async createAll(
    serviceText: string,
    entries: readonly BulkEntry[] | null,
    { sendInvitations, signer }: RoomRequest,
  ): Promise<RoomResults> {
    if (entries === null) {
      const detail = 'the body is empty';
      throw new InvalidArgument('invalid-room-name', { resource: 'chatrooms', detail });
    }
    const service = await this.validation.service(serviceText, 'stored');
    const outcomes = new Map<number, Outcome>();
    const candidates: Candidate[] = [];
    const names: (string | undefined)[] = [];
    const owner = this.validation.defaultOwner(signer);
    const pace = new Pace();
    for (const [index, entry] of entries.entries()) {
      await pace.count(1 + entriesIn(entry.draft));
      const sent = entry.draft.roomName || undefined;
      const name = sent === undefined ? null : roomName(sent, 'stored');
      names.push(name ?? sent);
      const room = await this.validate(name, entry, owner).catch(failureOf);
      if ('failure' in room) outcomes.set(index, room);
      else candidates.push({ index, room });
    }
    this.note(outcomes.values());
    this.transactions.note({ about: peopleIn(candidates.map(({ room }) => room)) });
    if (candidates.length > 0) await this.store(service, candidates, outcomes, sendInvitations);
    return results(names, outcomes);
  }

  /** @param name prepared, which is dear; `null`: missing or illegal */
  private async validate(
    name: Localpart | null,
    entry: BulkEntry,
    owner: () => Promise<BareJid>,
  ): Promise<ValidatedRoom> {
    const { draft, fault } = entry;
    if (fault !== null) throw fault;
    return this.validation.validate(name ?? newRoomName(draft), draft, owner);
  }

  private async store(
    service: ServiceName,
    candidates: readonly Candidate[],
    outcomes: Map<number, Outcome>,
    sendInvitations: boolean,
  ): Promise<void> {
    const stored = await this.attemptAll(service, candidates, outcomes);
    if (stored === null) {
      const size = candidates.length > ROOMS_AT_ONCE ? ROOMS_AT_ONCE : 1;
      for (const some of pieces(candidates, size)) {
        await this.store(service, some, outcomes, sendInvitations);
      }
      return;
    }
    for (const [index, outcome] of stored.outcomes) outcomes.set(index, outcome);
    const created = candidates.filter(({ index }) => stored.outcomes.get(index) === 'created');
    if (created.length === 0) return;
    let { newService } = stored;
    for (const some of pieces(created, ROOMS_AT_ONCE)) {
      const addresses = some.map(({ room }) => ({ service, name: room.name }));
      await this.announcer.created(addresses, newService);
      newService = false;
    }
    if (!sendInvitations) return;
    const rooms = created.map(({ room }) => roomToJoin({ service, name: room.name }, room));
    await this.invitations.send(rooms);
  }

  /**
   * `null` when they could not be stored together. @throws what a single room fails for, and in a
   * transaction of the caller, which does not survive a failure, what they fail for together
   */
  private async attemptAll(
    service: ServiceName,
    candidates: readonly Candidate[],
    decided: ReadonlyMap<number, Outcome>,
  ) {
    const isPart = this.transactions.isRunning;
    try {
      return await this.transactions.run(() => this.create(service, candidates, decided));
    } catch (error) {
      if (isPart || candidates.length === 1) throw error;
      return null;
    }
  }

  private async create(
    service: ServiceName,
    candidates: readonly Candidate[],
    decided: ReadonlyMap<number, Outcome>,
  ) {
    const rooms = candidates.map(({ room }) => room);
    const groups = await this.validation.lockGroups(affiliatedGroups(rooms));
    const existing = await this.rooms.existing(
      service,
      rooms.map(({ name }) => name),
    );
    const outcomes = new Map<number, Outcome>();
    const chosen = new Map<Localpart, Candidate>();
    const pace = new Pace();
    for (const candidate of candidates) {
      const { index, room } = candidate;
      await pace.count(1 + room.entries.length);
      const known = existing.has(room.name) || chosen.has(room.name);
      const checked = attempt(() => this.check(room, groups, known));
      if (checked === 'new') chosen.set(room.name, candidate);
      else outcomes.set(index, checked);
    }
    let newService = false;
    for (const some of pieces(inLockingOrder([...chosen.values()]), ROOMS_AT_ONCE)) {
      const created = await this.creation.create(
        service,
        some.map(({ room }) => room),
      );
      newService ||= created.newService;
      for (const { index, room } of some) {
        outcomes.set(index, created.names.has(room.name) ? 'created' : 'existing');
      }
    }
    this.note([...decided.values(), ...outcomes.values()]);
    return { outcomes, newService };
  }

  private note(outcomes: Iterable<Outcome>): void {
    const counts = { created: 0, existing: 0, failed: 0 };
    for (const outcome of outcomes) counts[typeof outcome === 'object' ? 'failed' : outcome] += 1;
    this.transactions.note(counts);
  }

  private check(
    room: ValidatedRoom,
    groups: ReadonlySet<string>,
    known: boolean,
  ): 'new' | 'existing' {
    requireConsistent(room, groups, 'room-creation-not-allowed');
    return known ? 'existing' : 'new';
  }
}

function pieces<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  const count = Math.ceil(all.length / size);
  return Array.from({ length: count }, (_, index) => all.slice(index * size, (index + 1) * size));
}

/** A fixed order, so that requests for the same rooms wait for each other rather than deadlock. */
function inLockingOrder(candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.toSorted((a, b) => compareCodePoints(a.room.name, b.room.name));
}

function attempt<T>(work: () => T): T | { readonly failure: string } {
  try {
    return work();
  } catch (error) {
    return failureOf(error);
  }
}

function failureOf(error: unknown): { readonly failure: string } {
  if (error instanceof DomainError) return { failure: FAILED + reason(error) };
  throw error;
}

function reason(error: DomainError): string {
  if (error instanceof DuplicateAffiliations) {
    return `ConflictException: ${DUPLICATES}${error.jids.join(', ')}`;
  }
  const exception = error.kind === 'not-allowed' ? 'ConflictException' : 'IllegalArgumentException';
  return `${exception}: ${error.message}`;
}

function results(
  names: readonly (string | undefined)[],
  outcomes: ReadonlyMap<number, Outcome>,
): RoomResults {
  const success: RoomResult[] = [];
  const failure: RoomResult[] = [];
  names.forEach((roomName, index) => {
    const outcome = outcomes.get(index)!;
    if (typeof outcome === 'object') {
      failure.push({ roomName, resultType: 'Failure', message: outcome.failure });
    } else {
      const message = outcome === 'created' ? CREATED : EXISTING;
      success.push({ roomName, resultType: 'Success', message });
    }
  });
  return { success, failure, other: [] };
}
