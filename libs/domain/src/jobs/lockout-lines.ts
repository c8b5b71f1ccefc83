import type { ServiceDomain } from '../shared/service-domain.js';
import type { LockoutManagement } from '../users/lockout-management.js';
import type { LockoutRepository } from '../users/lockout.js';
import { userNamed } from '../users/local-user.js';
import { actionOf, objectAt, requireLogin } from './job-line.js';
import type { LineContext, LinePlanner, LockoutLine, PlannedLine, Success } from './job-line.js';

/** Lines that lock users out, and end lockouts. Contract: extensions E7.1, E6.1 */
export class LockoutLines implements LinePlanner<LockoutLine> {
  constructor(
    private readonly lockouts: LockoutManagement,
    private readonly repository: LockoutRepository,
    private readonly domain: ServiceDomain,
  ) {}

  plan(draft: LockoutLine, context: LineContext): PlannedLine {
    const sent = draft.username ?? '';
    const user = userNamed(sent, this.domain);
    const name = user ?? sent;
    const action = actionOf(draft);
    return {
      object: sent === '' ? null : objectAt('lockouts', name),
      named: ['users', name],
      run: async () => {
        await requireLogin(name, context);
        if (action === 'add') return this.lock(name, draft, context);
        const isLocked = user !== null && (await this.repository.find(user)) !== null;
        await this.lockouts.unlock(name);
        return isLocked ? 'removed' : 'unchanged';
      },
    };
  }

  private async lock(name: string, draft: LockoutLine, context: LineContext): Promise<Success> {
    const { reason, from, until } = draft;
    const terms = {
      reason: reason ?? undefined,
      from: from ?? undefined,
      until: until ?? undefined,
    };
    const { isNew, isChanged } = await context.endingLogin(name, () =>
      this.lockouts.put(name, terms, context.makerName),
    );
    if (isNew) return 'created';
    return isChanged ? 'updated' : 'unchanged';
  }
}
