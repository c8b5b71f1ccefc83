import type { KeyRepository } from '../access/key-repository.js';
import { fieldsThatDiffer } from '../shared/fields.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import type { Transactions } from '../shared/transactions.js';
import { systemProperty } from '../system/system-properties.js';
import type { SystemProperties } from '../system/system-properties.js';
import {
  AnotherPersonNeeded,
  HoldNotFound,
  HoldReleased,
  RemovalUnderWay,
  TooManyHolds,
} from './errors.js';
import { areTwo, holdTerms, isHoldId, MOST_HOLDS, widened } from './hold.js';
import type {
  CountedHold,
  Hold,
  HoldDraft,
  HoldPatch,
  HoldTerms,
  Officer,
  Releaser,
} from './hold.js';
import type { HoldRepository } from './hold-repository.js';

export interface HoldTools {
  readonly holds: HoldRepository;
  readonly keys: Pick<KeyRepository, 'find'>;
  readonly properties: SystemProperties;
  readonly domain: ServiceDomain;
  readonly transactions: Transactions;
}

/** What must not be lost. Contract: extensions E18.2 */
export class HoldManagement {
  constructor(private readonly tools: HoldTools) {}

  /** Newest first. */
  list(): Promise<readonly Hold[]> {
    return this.tools.holds.list();
  }

  /** @throws HoldNotFound */
  async get(id: string): Promise<CountedHold> {
    const hold = isHoldId(id) ? await this.tools.holds.find(id) : null;
    if (hold === null) throw new HoldNotFound(id);
    return hold;
  }

  /** Nothing it covers is lost afterwards. @throws InvalidArgument, TooManyHolds, RemovalUnderWay */
  create(draft: HoldDraft, { name }: Pick<Officer, 'name'>): Promise<CountedHold> {
    const { holds, domain, transactions } = this.tools;
    const terms = holdTerms(draft, domain);
    return transactions.run(async () => {
      await this.awaitRemovals();
      if ((await holds.count()) >= MOST_HOLDS) throw new TooManyHolds();
      const id = await holds.add(terms, name);
      transactions.note({ name: id });
      return this.get(id);
    });
  }

  /** @throws HoldNotFound, HoldReleased, InvalidArgument, RemovalUnderWay */
  patch(id: string, patch: HoldPatch): Promise<CountedHold> {
    const { holds, domain, transactions } = this.tools;
    return transactions.run(async () => {
      // first, as preconditions lock it: who waits for the hold must not hold removals up
      const before = await this.locked(id);
      const widens = [patch.persons, patch.rooms, patch.until].some((one) => one !== undefined);
      if (widens) await this.awaitRemovals();
      const after = widened(before, patch, domain);
      const changed = fieldsThatDiffer<HoldTerms>(before, after);
      transactions.note({ changed });
      if (changed.length > 0) await holds.update(id, after);
      return this.get(id);
    });
  }

  /**
   * Where two have to agree, the first one asks for it. @returns what is left to do, as `status`
   * @throws HoldNotFound, HoldReleased, AnotherPersonNeeded
   */
  release(id: string, officer: Officer): Promise<CountedHold> {
    const { holds, properties, transactions } = this.tools;
    return transactions.run(async () => {
      await this.locked(id);
      const by = await this.releaserOf(officer);
      if (properties.read(systemProperty.conversationAccess) === 'two-person') {
        const first = await holds.releaser(id);
        if (first !== null && !areTwo(first, by)) throw new AnotherPersonNeeded(id);
        if (first === null) {
          await holds.beginRelease(id, by);
          return this.get(id);
        }
      }
      await holds.release(id, by.name);
      return this.get(id);
    });
  }

  private async releaserOf({ name, id, kind }: Officer): Promise<Releaser> {
    const key = kind === 'key' ? await this.tools.keys.find(id.slice('key:'.length)) : null;
    return { name, id, maker: key?.createdBy ?? null };
  }

  /** One that covers something. */
  private async locked(id: string): Promise<Hold> {
    const hold = isHoldId(id) ? await this.tools.holds.lock(id) : null;
    if (hold === null) throw new HoldNotFound(id);
    if (hold.status === 'released') throw new HoldReleased(id);
    return hold;
  }

  private async awaitRemovals(): Promise<void> {
    if (!(await this.tools.holds.awaitRemovals())) throw new RemovalUnderWay();
  }
}
