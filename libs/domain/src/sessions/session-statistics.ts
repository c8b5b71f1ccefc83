import type { ChatServer } from '../chat-server/chat-server.js';
import { ifReached } from '../chat-server/if-reached.js';
import { invalidParameter } from '../shared/paging.js';
import type { SampledTime, SessionSample, SessionSamples } from './session-samples.js';

const MOST_SAMPLES = 10_000;

/** How many sessions there were. Contract: extensions E12, X-5 */
export class SessionStatistics {
  constructor(
    private readonly samples: SessionSamples,
    private readonly chatServer: ChatServer,
  ) {}

  /** Counts the sessions of this minute, if nobody else does. Without a chat server there is nothing to count. */
  async sample(): Promise<void> {
    if (this.chatServer.attachment === 'none') return;
    const timestamp = await this.samples.claim();
    const sessions = timestamp && (await ifReached(this.chatServer.sessions(null)));
    if (timestamp === null || sessions === null) return;
    const users = new Set(sessions.flatMap(({ username }) => username ?? []));
    await this.samples.keep({ timestamp, sessions: sessions.length, users: users.size });
  }

  /** @throws InvalidArgument for more than 10,000 steps */
  async history(time: SampledTime): Promise<readonly SessionSample[]> {
    const { from, to, stepSeconds } = time;
    if (from > to) return [];
    if ((to.getTime() - from.getTime()) / 1000 / stepSeconds > MOST_SAMPLES) {
      const allowed = `at most ${MOST_SAMPLES} steps between from and to`;
      throw invalidParameter('step', String(stepSeconds), allowed);
    }
    return this.samples.means(time);
  }
}
