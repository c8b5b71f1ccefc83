/** How a process ended: exactly one of the two is set. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A supervised child process. */
export interface Part {
  /** for messages */
  readonly name: string;
  /** whether to continue without it if its first start fails; default false */
  readonly optional?: boolean;
  /**
   * Resolves when the part is ready for the parts after it.
   * @param environment the launcher's, with the variables provided by earlier parts
   * @param signal aborts the start: reject soon, and leave nothing running
   * @throws PartEnded if its process ended before it was ready
   */
  start(environment: NodeJS.ProcessEnv, signal: AbortSignal): Promise<RunningPart>;
}

export interface RunningPart {
  /** resolves when the part has ended for any reason; never rejects */
  readonly ended: Promise<Ending>;
  /** resolves when the part has ended */
  stop(): Promise<void>;
  /** environment variables for the parts after this one; `undefined` removes one */
  readonly provides?: NodeJS.ProcessEnv;
  /**
   * details about a crash that are not yet on the terminal, such as the end of a log file; never
   * rejects
   */
  lastWords?(): Promise<string>;
}

export class PartEnded extends Error {
  constructor(readonly ending: Ending) {
    super(describe(ending));
  }
}

/**
 * The exit code of a part that has reported faults of its configuration (EX_CONFIG of sysexits.h).
 */
export const configurationFault = 78;

export function describe({ code, signal }: Ending): string {
  return signal ? `signal ${signal}` : `exit code ${code}`;
}
