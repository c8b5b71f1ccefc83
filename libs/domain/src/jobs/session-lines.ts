import type { ChatServer } from '../chat-server/chat-server.js';
import { memberFault, notAJid } from '../shared/jid-faults.js';
import { localpart, parseJid } from '../shared/jid.js';
import type { Localpart } from '../shared/jid.js';
import type { Patch } from '../shared/patch.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import { shownValue } from '../shared/shown-value.js';
import { SessionNotFound } from '../sessions/errors.js';
import type { SessionManagement } from '../sessions/session-management.js';
import { objectAt } from './job-line.js';
import type { LineContext, LinePlanner, PlannedLine, Success } from './job-line.js';
import type { LiveCases } from './live-lines.js';

export type SessionLine = Patch<{
  /** bare: all sessions of the user; full: that one. A user name is as its bare JID */
  readonly jid?: string | undefined;
  readonly reason?: string | undefined;
}>;

interface Addressed {
  readonly user: Localpart;
  readonly resource: string | null;
}

/** Lines that close sessions. Contract: extensions E7.1, E6.2 */
export class SessionLines implements LinePlanner<SessionLine> {
  readonly isLive = true;

  constructor(
    private readonly sessions: LiveCases<SessionManagement>,
    private readonly chatServer: ChatServer,
    private readonly domain: ServiceDomain,
  ) {}

  plan({ jid, reason }: SessionLine, context: LineContext): PlannedLine {
    const sent = (jid ?? '').trim();
    const { user, resource } = this.addressed(sent);
    const segments = resource === null ? [user] : [user, resource];
    return {
      object: objectAt('sessions', ...segments),
      named: ['users', user],
      run: () => this.close({ user, resource }, reason ?? undefined, context),
    };
  }

  private async close(
    { user, resource }: Addressed,
    reason: string | undefined,
    context: LineContext,
  ): Promise<Success> {
    const sessions = this.sessions.of(context);
    if (resource !== null) {
      await sessions.closeOne(user, resource, reason);
      return 'updated';
    }
    const isThere = (await this.chatServer.sessions(user)).length > 0;
    await sessions.close(user, reason);
    return isThere ? 'updated' : 'unchanged';
  }

  /** @throws InvalidArgument, SessionNotFound if it is no JID of the domain */
  private addressed(sent: string): Addressed {
    const name = /[@/]/.test(sent) ? null : localpart(sent);
    if (name !== null) return { user: name, resource: null };
    const jid = parseJid(sent);
    if (!jid?.local) throw notAJid(shownValue(sent), sent, memberFault(sent));
    if (jid.domain !== this.domain.name) throw new SessionNotFound(sent);
    return { user: jid.local, resource: jid.resource };
  }
}
