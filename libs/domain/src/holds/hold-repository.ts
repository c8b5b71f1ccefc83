import type { CountedHold, Hold, HoldTerms, Releaser } from './hold.js';

/** Contract: extensions E18.2 */
export abstract class HoldRepository {
  /** Newest first. */
  abstract list(): Promise<readonly Hold[]>;
  abstract find(id: string): Promise<CountedHold | null>;
  /** Until the transaction ends. */
  abstract lock(id: string): Promise<Hold | null>;
  /**
   * Waits until nothing that removes messages is under way, and holds more of it up until the transaction ends.
   * @returns `false`: there always was something
   */
  abstract awaitRemovals(): Promise<boolean>;
  /** How many there are that are not released. */
  abstract count(): Promise<number>;
  /** @returns its id */
  abstract add(terms: HoldTerms, createdBy: string): Promise<string>;
  abstract update(id: string, terms: HoldTerms): Promise<void>;
  /** `null`: nobody has asked for the release */
  abstract releaser(id: string): Promise<Releaser | null>;
  abstract beginRelease(id: string, by: Releaser): Promise<void>;
  abstract release(id: string, by: string): Promise<void>;
}

/** Copies that outlast their messages. */
export abstract class HeldMessages {
  /** How many there are, at most 1,000,000. */
  abstract count(): Promise<number>;
  /** Whether a hold was released since copies that no hold covers were last removed. */
  abstract hasReleased(): Promise<boolean>;
  /**
   * Removes those of some copies that no hold covers, with an audit entry.
   * @param after where the former step has ended; `0` begins
   */
  abstract sweep(
    after: string,
  ): Promise<{ readonly removed: number; readonly next: string | null }>;
}
