import { ifReached } from '../chat-server/if-reached.js';
import type { SessionManagement } from '../sessions/session-management.js';
import type { ScopeSet } from '../shared/scopes.js';
import { OVERVIEW_PART_NAMES, OVERVIEW_PARTS } from './overview.js';
import type { OverviewPart, StoredOverview, StoredPartName } from './overview.js';

/** What there is, and what somebody should look at, for callers with different rights. Contract: extensions E12, X-12 */
export class OverviewQueries {
  constructor(
    private readonly stored: StoredOverview,
    private readonly sessions: SessionManagement,
  ) {}

  /** The parts that the scopes show. While the chat server is away nobody knows of sessions. @throws ListTooSlow */
  async look(scopes: ScopeSet): Promise<readonly OverviewPart[]> {
    const names = OVERVIEW_PART_NAMES.filter((name) => scopes.covers(OVERVIEW_PARTS[name]));
    const stored = names.filter((name): name is StoredPartName => name !== 'sessions');
    const [online, parts] = await Promise.all([
      names.includes('sessions') ? this.online() : [],
      this.stored.read(stored),
    ]);
    return [...online, ...parts];
  }

  private async online(): Promise<readonly OverviewPart[]> {
    const counted = await ifReached(this.sessions.count());
    if (counted === null) return [];
    return [{ name: 'sessions', count: counted.clusterSessions, isLimited: false, examples: null }];
  }
}
