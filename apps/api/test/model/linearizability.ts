/** One finished call; `begun` and `ended` are ticks of one counter shared by all workers. */
export interface Call<Step> {
  readonly step: Step;
  readonly begun: number;
  readonly ended: number;
}

/** The sequential specification. */
export interface Model<State, Step> {
  readonly initial: State;
  /** the state after the step; `null` if the call cannot have been answered like this */
  after(state: State, step: Step): State | null;
  /** equal for equal states */
  key(state: State): string;
}

/**
 * Whether the history is linearizable (Herlihy and Wing): some order of the calls explains all
 * answers, in which a call that ended before another one began precedes it. Uses the search of Wing
 * and Gong, memoising pairs of remaining calls and state.
 */
export function isLinearizable<State, Step>(
  calls: readonly Call<Step>[],
  { initial, after, key }: Model<State, Step>,
): boolean {
  const seen = new Set<string>();
  const explain = (left: readonly Call<Step>[], state: State): boolean => {
    if (left.length === 0) return true;
    const place = `${left.map(({ begun }) => begun).join()} ${key(state)}`;
    if (seen.has(place)) return false;
    seen.add(place);
    const firstEnd = Math.min(...left.map(({ ended }) => ended));
    return left.some((call) => {
      if (call.begun > firstEnd) return false;
      const next = after(state, call.step);
      return (
        next !== null &&
        explain(
          left.filter((other) => other !== call),
          next,
        )
      );
    });
  };
  return explain(calls, initial);
}
