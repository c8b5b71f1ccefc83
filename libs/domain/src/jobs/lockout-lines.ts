import type { LockoutManagement } from '../users/lockout-management.js';
import type { LockoutRepository } from '../users/lockout.js';
import { username } from '../users/user.js';
import { actionOf, objectAt, requireLogin } from './job-line.js';
import type { LineContext, LinePlanner, LockoutLine, PlannedLine, Success } from './job-line.js';

/** Lines that lock users out, and end lockouts. Contract: extensions E7.1, E6.1 */
export class LockoutLines implements LinePlanner<LockoutLine> {
  constructor(
    private readonly lockouts: LockoutManagement,
    private readonly repository: LockoutRepository,
  ) {}

  plan(draft: LockoutLine, context: LineContext): PlannedLine {
    const sent = draft.username ?? '';
    const name = username(sent);
    const action = actionOf(draft);
    return {
      object: sent === '' ? null : objectAt('lockouts', name ?? sent),
      named: ['users', name ?? sent],
      run: async () => {
        requireLogin(sent, context);
        if (action === 'add') return this.lock(sent, draft, context);
        const isLocked = name !== null && (await this.repository.find(name)) !== null;
        await this.lockouts.unlock(sent);
        return isLocked ? 'removed' : 'unchanged';
      },
    };
  }

  private async lock(sent: string, draft: LockoutLine, context: LineContext): Promise<Success> {
    const { reason, from, until } = draft;
    const terms = {
      reason: reason ?? undefined,
      from: from ?? undefined,
      until: until ?? undefined,
    };
    const { isNew, isChanged } = await context.endingLogin(sent, () =>
      this.lockouts.put(sent, terms, context.makerName),
    );
    if (isNew) return 'created';
    return isChanged ? 'updated' : 'unchanged';
  }
}
