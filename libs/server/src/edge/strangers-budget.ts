import { tooManyStrangers } from '@chat-admin/codecs/errors/wire-errors';
import { BodyBudget } from './body-budget.js';
import type { BudgetLimits } from './body-budget.js';

/** How many of the largest bodies fit. */
const BODIES = 128;
/** One address gets one of so many parts. */
const PARTS = 8;

/** For bodies that say themselves who sends them: the common budget is for principals only. */
export function strangersBudget(largestBytes: number, limits: BudgetLimits = {}): BodyBudget {
  const totalBytes = limits.totalBytes ?? BODIES * largestBytes;
  return new BodyBudget(largestBytes, {
    callerBytes: totalBytes / PARTS,
    patienceMs: 0,
    refusal: tooManyStrangers,
    ...limits,
    totalBytes,
  });
}
