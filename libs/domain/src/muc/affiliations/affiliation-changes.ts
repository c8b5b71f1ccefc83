import { namesOf } from '../../shared/audit-facts.js';
import type { Changes } from '../../shared/audit-facts.js';
import type { Transactions } from '../../shared/transactions.js';
import { Turns } from '../../shared/turns.js';
import type { AffiliationRequest } from './affiliation-requests.js';
import { changeBetween, isEmptyChange, NOBODY } from './affiliations.js';
import type { AffiliationChange, Affiliations } from './affiliations.js';
import type { EntryResolver } from './entry-resolver.js';
import { askedFor } from './references.js';
import type { Existing } from './references.js';
import type { RoomAddress, RoomDirectory, RoomPath } from '../rooms/room-directory.js';
import type { RoomExcerpt, RoomRepository } from '../rooms/room-repository.js';

/** The effect of a request on the affiliations of a room. */
interface Outcome {
  readonly options: RoomExcerpt['options'];
  /** as far as they were read */
  readonly after: Affiliations;
  readonly change: AffiliationChange;
  /** whether whoever is in a list now was in none */
  readonly isNew: boolean;
}

export interface StoredAffiliations extends Outcome {
  /** of the room, after the change */
  readonly version: number;
  readonly changes: Changes;
}

/** Attempts without a lock before the room is locked. */
const MAX_ATTEMPTS = 2;

/**
 * Decides on and stores affiliation changes. Optimistic by default: the room is read without a lock
 * and written if its version is unchanged. Contended rooms, missing rooms and groups (which must be
 * protected from removal) go through a locking transaction instead. Requests of this process for
 * the same room are queued, so only other processes can interfere.
 * Contract: muc-and-legacy 9.1
 */
export class AffiliationChanges {
  private readonly turns = new Turns();

  constructor(
    private readonly directory: RoomDirectory,
    private readonly rooms: RoomRepository,
    private readonly resolver: EntryResolver,
    private readonly transactions: Transactions,
  ) {}

  /**
   * @returns `null` if nothing changes. @throws ServiceNotFound, RoomNotFound, or why it is refused
   */
  async store(path: RoomPath, request: AffiliationRequest): Promise<StoredAffiliations | null> {
    const address = await this.directory.address(path);
    if (address === null || this.transactions.isRunning) {
      return this.storeLocked(address, path, request);
    }
    const { service, name } = address;
    return this.turns.take(`${service}/${name}`, () => this.storeAt(address, path, request));
  }

  private async storeAt(address: RoomAddress, path: RoomPath, request: AffiliationRequest) {
    const asked = askedFor(request.references);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const { service, name } = address;
      const snapshot = await this.rooms.snapshot(service, name, asked, request.extent);
      if (snapshot === null) break;
      const outcome = outcomeOf(snapshot, request, snapshot.existing);
      if (outcome === null) return null;
      if (outcome.change.set.groups.size > 0) break;
      const changes = this.noted(outcome);
      const version = await this.rooms.affiliateUnlocked(snapshot, outcome.change);
      if (version !== null) return { ...outcome, version, changes };
    }
    return this.storeLocked(address, path, request);
  }

  private storeLocked(address: RoomAddress | null, path: RoomPath, request: AffiliationRequest) {
    return this.transactions.run(async () => {
      const existing = await this.resolver.existing(request.references);
      const excerpt = address && (await this.lock(address, request));
      if (excerpt) return this.change(excerpt, request, existing);
      request.decide(existing, NOBODY);
      throw await this.directory.missing(path);
    });
  }

  private lock({ service, name }: RoomAddress, { references, extent }: AffiliationRequest) {
    return this.rooms.lockExcerpt(service, name, askedFor(references), extent);
  }

  private async change(
    excerpt: RoomExcerpt,
    request: AffiliationRequest,
    existing: Existing,
  ): Promise<StoredAffiliations | null> {
    const outcome = outcomeOf(excerpt, request, existing);
    if (outcome === null) return null;
    const changes = this.noted(outcome);
    return { ...outcome, version: await this.rooms.affiliate(excerpt.id, outcome.change), changes };
  }

  /** For the audit entry, in which the request says the affiliation itself. */
  private noted({ change: { set, dropped }, isNew }: Outcome): Changes {
    const groupJid = (name: string) => this.resolver.groupJid(name);
    const jids = (people: Iterable<string>, groups: Iterable<string>) => [
      ...[...people].map((jid) => () => jid),
      ...[...groups].map((name) => () => groupJid(name)),
    ];
    const changes = {
      isNew,
      added: namesOf(jids(set.people.keys(), set.groups.keys()), (jid) => jid()),
      removed: namesOf(jids(dropped.people, dropped.groups), (jid) => jid()),
    };
    this.transactions.note(changes);
    return changes;
  }
}

/** `null` if nothing changes */
function outcomeOf(
  { options, affiliations: before }: RoomExcerpt,
  request: AffiliationRequest,
  existing: Existing,
): Outcome | null {
  const after = request.decide(existing, before)(options);
  const change = changeBetween(before, after);
  if (isEmptyChange(change)) return null;
  const { people, groups } = change.set;
  const held = [
    ...[...people.keys()].map((jid) => before.people.has(jid)),
    ...[...groups.keys()].map((name) => before.groups.has(name)),
  ];
  return { options, after, change, isNew: held.length > 0 && !held.includes(true) };
}
