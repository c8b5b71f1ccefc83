import type { Stanza } from './stanza.js';

interface Waiting {
  readonly match: (stanza: Stanza) => boolean;
  readonly resolve: (stanza: Stanza) => void;
  readonly reject: (error: Error) => void;
}

const TIMEOUT_MS = 60_000;

/**
 * What a client has received. Each stanza is returned by one `next`, whether it arrives before or
 * after the call.
 */
export class Inbox {
  /** everything ever received, in order */
  readonly all: Stanza[] = [];
  private readonly unread: Stanza[] = [];
  private readonly waiting: Waiting[] = [];
  private over: Error | null = null;

  receive(stanza: Stanza): void {
    this.all.push(stanza);
    const at = this.waiting.findIndex(({ match }) => match(stanza));
    if (at < 0) this.unread.push(stanza);
    else this.waiting.splice(at, 1)[0]!.resolve(stanza);
  }

  /**
   * The first unread stanza that matches; others remain. @throws if none arrives, listing those
   * that did
   */
  async next(match: (stanza: Stanza) => boolean, timeoutMs = TIMEOUT_MS): Promise<Stanza> {
    const at = this.unread.findIndex(match);
    if (at >= 0) return this.unread.splice(at, 1)[0]!;
    if (this.over) throw this.over;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => fail(new Error(this.nothing())), timeoutMs);
      const waiting: Waiting = {
        match,
        resolve: (stanza) => {
          clearTimeout(timer);
          resolve(stanza);
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      const fail = (error: Error) => {
        this.waiting.splice(this.waiting.indexOf(waiting), 1);
        waiting.reject(error);
      };
      this.waiting.push(waiting);
    });
  }

  /** Takes all unread stanzas that match. */
  take(match: (stanza: Stanza) => boolean = () => true): Stanza[] {
    const taken = this.unread.filter(match);
    for (const stanza of taken) this.unread.splice(this.unread.indexOf(stanza), 1);
    return taken;
  }

  /** Nothing more will arrive. */
  end(reason: Error): void {
    this.over = reason;
    for (const { reject } of this.waiting.splice(0)) reject(reason);
  }

  private nothing(): string {
    const unread = this.unread.map((stanza) => `\n  ${stanza.toString()}`).join('');
    return `What was waited for did not come; unread:${unread || ' nothing'}`;
  }
}
