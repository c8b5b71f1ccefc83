/** How a process ended: exactly one of the two is set. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** What runs under the supervisor: a child process, seen from outside. */
export interface Part {
  /** for messages */
  readonly name: string;
  /** whether the others go on without it when its first start fails; default false */
  readonly optional?: boolean;
  /**
   * Resolves when the part is ready for the parts after it.
   * @param environment the launcher's, with what the parts before this one provide
   * @param signal gives up the start: reject soon, and leave nothing running
   * @throws PartEnded when its process ended instead of getting ready
   */
  start(environment: NodeJS.ProcessEnv, signal: AbortSignal): Promise<RunningPart>;
}

export interface RunningPart {
  /** resolves when the part is over, wanted or not; never rejects */
  readonly ended: Promise<Ending>;
  /** resolves when the part is over */
  stop(): Promise<void>;
  /** environment variables for the parts after this one; `undefined` removes one */
  readonly provides?: NodeJS.ProcessEnv;
  /** what helps to understand a crash and is not on the terminal yet, such as the end of a log file; never rejects */
  lastWords?(): Promise<string>;
}

export class PartEnded extends Error {
  constructor(readonly ending: Ending) {
    super(describe(ending));
  }
}

/** A part that has already told the user about faults of its configuration ends with this code (EX_CONFIG of sysexits.h). */
export const configurationFault = 78;

export function describe({ code, signal }: Ending): string {
  return signal ? `signal ${signal}` : `exit code ${code}`;
}
