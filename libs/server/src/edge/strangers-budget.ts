import { tooManyStrangers } from '@chat-admin/codecs/errors/wire-errors';
import { BodyBudget } from './body-budget.js';
import type { BudgetLimits } from './body-budget.js';

/** How many of the largest bodies fit. */
const BODIES = 128;
/** One address gets one of so many parts. */
const PARTS = 8;
/** A name and a password fit, however they are escaped. */
const SMALL_BYTES = 4 * 1024;

/**
 * For bodies that say themselves who sends them: the common budget is for principals only.
 *
 * Whoever holds bodies unfinished, from however many addresses, keeps out large ones alone: small
 * ones always fit. They are bounded by the connections, each of which may take more for its header.
 */
export function strangersBudget(largestBytes: number, limits: BudgetLimits = {}): BodyBudget {
  const totalBytes = limits.totalBytes ?? BODIES * largestBytes;
  return new BodyBudget(largestBytes, {
    callerBytes: totalBytes / PARTS,
    smallBytes: SMALL_BYTES,
    timeoutMs: 0,
    refusal: tooManyStrangers,
    ...limits,
    totalBytes,
  });
}
