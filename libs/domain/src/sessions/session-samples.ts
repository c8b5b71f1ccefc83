/** How many sessions and users there were, at a moment or on average over a time that began then. */
export interface SessionSample {
  readonly timestamp: Date;
  readonly sessions: number;
  readonly users: number;
}

export interface SampledTime {
  /** inclusive */
  readonly from: Date;
  readonly to: Date;
  /** over which means are taken */
  readonly stepSeconds: number;
}

/** Counts of sessions, one for each minute, whichever instance takes it. */
export abstract class SessionSamples {
  /** The current minute, for the first who asks; `null`: somebody else takes it. */
  abstract claim(): Promise<Date | null>;
  abstract keep(sample: SessionSample): Promise<void>;
  /** Steps begin at multiples of their length; those without samples are left out. */
  abstract means(time: SampledTime): Promise<readonly SessionSample[]>;
  /** Deletes up to `limit` that are older. @returns how many */
  abstract forget(days: number, limit: number): Promise<number>;
}
