import type { LiveSession } from '@chat-admin/domain/chat-server/live-session';
import { compareCodePoints } from '@chat-admin/domain/shared/order';
import type { BridgeSession, SessionsAnswer } from './bridge-documents.js';
import { GatheredRuns } from './gathered-runs.js';

/**
 * The sessions as Prosody told them last. Each question asks it what has changed since, so the
 * answer is as new as a whole list, and one question serves all who wait.
 */
export class LiveSessions {
  /** of `known`; `null`: nothing is known */
  private version: string | null = null;
  /** by JID, in the order of their code points */
  private known: ReadonlyMap<string, LiveSession> = new Map();
  private readonly questions = new GatheredRuns<never, readonly LiveSession[]>(() => this.read());

  /** @param ask `since`: the version of which the changes are told; `null`: everything */
  constructor(private readonly ask: (since: string | null) => Promise<SessionsAnswer>) {}

  /** All sessions, by JID. Rejects as `ask` does, and keeps what was known. */
  all(): Promise<readonly LiveSession[]> {
    return this.questions.run();
  }

  private async read(): Promise<readonly LiveSession[]> {
    const { version, complete, sessions, gone } = await this.ask(this.version);
    const known = new Map(complete === false ? this.known : []);
    for (const jid of gone ?? []) known.delete(jid);
    let inOrder = true;
    for (const session of sessions) {
      inOrder &&= known.has(session.jid);
      known.set(session.jid, liveSession(session));
    }
    this.known = inOrder ? known : new Map([...known].sort(([a], [b]) => compareCodePoints(a, b)));
    this.version = version;
    return [...this.known.values()];
  }
}

/** One that hibernates, waiting for its client to resume, is authenticated all the same. */
export function liveSession({
  node,
  address,
  created_at,
  active_at,
  ...rest
}: BridgeSession): LiveSession {
  return {
    ...rest,
    nodeId: node,
    status: 'Authenticated',
    hostAddress: address,
    hostName: null,
    createdAt: created_at,
    lastActiveAt: active_at,
  };
}
