import { serialize } from 'node:v8';
import type { Rows } from '@chat-admin/domain/testing/rows';
import type { Model, Seen } from './model.js';
import type { State } from './state.js';

/** Explanations that are looked at for one round. */
const MOST_LOOKS = 300;

interface Round {
  readonly seen: readonly Seen[];
  readonly after: State;
  /** of what is stored before it */
  explanations: AsyncGenerator<Rows>;
  /** those that are known already */
  readonly known: Set<string>;
  rows: Rows | null;
}

/** Explains round after round. Where one cannot be explained, what earlier ones have stored unseen may be another thing. */
export class Past {
  private readonly rounds: Round[] = [];
  private readonly beginning: Rows;

  constructor(private readonly model: Pick<Model, 'empty' | 'explanations'>) {
    this.beginning = model.empty();
  }

  /** What is stored after the last round. */
  get rows(): Rows {
    return this.rounds.at(-1)?.rows ?? this.beginning;
  }

  /** @returns false: nothing that is stored before it explains the round */
  async goOn(seen: readonly Seen[], after: State): Promise<boolean> {
    this.rounds.push(this.round(this.rows, seen, after));
    // farther back nothing is looked for
    if (this.rounds.length > MOST_LOOKS) this.rounds.shift();
    let at = this.rounds.length - 1;
    for (let looks = 0; looks < MOST_LOOKS && at >= 0; looks++) {
      const round = this.rounds[at]!;
      const { value, done } = await round.explanations.next();
      if (done) {
        at -= 1;
        continue;
      }
      const stored = serialize(value).toString('base64');
      if (round.known.has(stored)) continue;
      round.known.add(stored);
      round.rows = value;
      if (at === this.rounds.length - 1) return true;
      at += 1;
      const next = this.rounds[at]!;
      this.rounds[at] = this.round(value, next.seen, next.after);
    }
    return false;
  }

  private round(before: Rows, seen: readonly Seen[], after: State): Round {
    const explanations = this.model.explanations(before, seen, after);
    return { seen, after, explanations, known: new Set(), rows: null };
  }
}
