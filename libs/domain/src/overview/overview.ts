import type { SingleScope } from '../shared/scopes.js';

/** What the overview tells of, with the scope that shows it. Contract: extensions E12, X-12 */
export const OVERVIEW_PARTS = {
  sessions: 'server:read',
  users: 'users:read',
  rooms: 'rooms:read',
  lockouts: 'lockouts:read',
  failedJobs: 'jobs:read',
  endingLockouts: 'lockouts:read',
  failingWebhooks: 'webhooks:read',
  expiringKeys: 'keys:read',
} as const satisfies Readonly<Record<string, SingleScope>>;

export type OverviewPartName = keyof typeof OVERVIEW_PARTS;
export type StoredPartName = Exclude<OverviewPartName, 'sessions'>;

export const OVERVIEW_PART_NAMES = Object.keys(OVERVIEW_PARTS) as readonly OverviewPartName[];

/** A lockout that ends so soon is worth a look. */
export const ENDING_WITHIN_DAYS = 1;
/** So is a key that expires so soon, or has expired. */
export const EXPIRING_WITHIN_DAYS = 14;
export const MOST_EXAMPLES = 5;

export interface OverviewPart {
  readonly name: OverviewPartName;
  readonly count: number;
  /** there are more */
  readonly isLimited: boolean;
  /** names of the first ones, {@link MOST_EXAMPLES} at most; `null`: of this part they are only counted */
  readonly examples: readonly string[] | null;
}

/** What is stored, as the overview counts it: cheaply enough to be asked for all the time. */
export abstract class StoredOverview {
  /**
   * All of one moment; of more than 100,000 users or rooms the number may be a minute old.
   * @param names in any order, which stays
   * @throws ListTooSlow
   */
  abstract read(names: readonly StoredPartName[]): Promise<readonly OverviewPart[]>;
}
