import type {
  MessageKind,
  RetentionKind,
  RetentionRule,
  RetentionSubject,
} from './retention-rule.js';

export interface NewRetentionRule {
  readonly kind: RetentionKind;
  readonly subject: RetentionSubject;
  readonly days: number;
  readonly createdBy: string;
  /** messages go by it a day later */
  readonly waits: boolean;
  /** by which days they go until then; `null`: as if there were no rule */
  readonly formerDays: number | null;
}

export interface ChangedRetentionRule {
  readonly days: number;
  /** messages go by it a day later */
  readonly waits: boolean;
}

export interface LockedRetentionRule {
  readonly rule: RetentionRule;
  readonly subject: RetentionSubject;
  /** by which days messages go now; `null`: by no days of the rule yet */
  readonly inForce: number | null;
}

/** The stored rules. Contract: extensions E18.1 */
export abstract class RetentionRepository {
  /** By id. */
  abstract list(): Promise<readonly RetentionRule[]>;
  abstract find(id: string): Promise<RetentionRule | null>;
  /** Until the transaction ends. */
  abstract lock(id: string): Promise<LockedRetentionRule | null>;
  /** No other transaction adds rules until this one ends. @returns how many there are */
  abstract hold(): Promise<number>;
  /** By which days messages of a user go that has no rule, now or a day later: the longer ones. */
  abstract daysByGroups(
    kind: RetentionKind,
    username: string,
    defaultDays: number,
  ): Promise<number>;
  /**
   * Takes away what is left of a deleted rule. @returns by which days messages go because of it; `null`: by none of it
   */
  abstract takeFormer(kind: RetentionKind, subject: RetentionSubject): Promise<number | null>;
  /** Its subject exists, and is locked against removal. @returns its id; `null`: the subject has a rule */
  abstract add(rule: NewRetentionRule): Promise<string | null>;
  /** Until it acts, messages go by the days that are in force. */
  abstract update(id: string, change: ChangedRetentionRule): Promise<void>;
  /** Messages that it keeps stay for a day. */
  abstract remove(id: string): Promise<void>;
  /**
   * Counts the messages that are older than the rule keeps them, as if it acted already.
   * @param defaultDays days of the default of its kind
   * @throws TooManyLists, ListTooSlow
   */
  abstract due(rule: RetentionRule, defaultDays: number): Promise<number>;
}

export interface RemovedMessages {
  readonly removed: number;
  /** where the next step begins; `null`: nothing is left */
  readonly next: string | null;
  /** another instance deletes, so this one has looked at nothing */
  readonly isBusy?: true;
}

/** Messages whose time is over, as rules say. */
export abstract class MessageExpiry {
  /** Whether there are rules of the kind, or were within a day. */
  abstract hasRules(kind: MessageKind): Promise<boolean>;
  /**
   * Deletes at most `limit` messages of some archives, or rooms; nothing while another instance does so.
   * @param after where the former step has ended; `0` begins
   * @param defaultDays for what no rule is about; 0 keeps all
   */
  abstract step(
    kind: MessageKind,
    after: string,
    defaultDays: number,
    limit: number,
  ): Promise<RemovedMessages>;
  /** Forgets at most `limit` rules that were deleted and keep nothing any more. @returns how many */
  abstract forget(limit: number): Promise<number>;
}
