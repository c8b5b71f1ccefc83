import { configurationFault, describe, type Ending, type Part, PartEnded } from './part.js';
import { type Restarts, SupervisedPart, usualRestarts } from './supervised-part.js';

export interface Supervision {
  readonly environment: NodeJS.ProcessEnv;
  /** stops everything at any time, even during startup */
  readonly signal: AbortSignal;
  /** receives messages for the user */
  readonly report: (message: string) => void;
  readonly restarts?: Restarts;
}

/**
 * Starts the parts in order, each once the previous one is ready, and waits. Restarts parts that
 * end unexpectedly; continues without an optional part that fails to start. When the signal fires
 * or a part fails for good, stops the parts in reverse order.
 * @returns the exit code: 0 for a clean stop on request
 */
export async function supervise(parts: readonly Part[], options: Supervision): Promise<number> {
  const { report, restarts = usualRestarts } = options;
  const running: SupervisedPart[] = [];
  const halt = new AbortController();
  const halted = new Promise<void>((resolve) =>
    halt.signal.addEventListener('abort', () => resolve(), { once: true }),
  );
  if (options.signal.aborted) halt.abort();
  options.signal.addEventListener('abort', () => halt.abort(), { once: true });

  let exitCode = 0;
  const fail = (ending: Ending | null, message: string) => {
    exitCode ||= ending?.code || 1;
    if (ending?.code !== configurationFault) report(message);
  };
  const giveUp = (ending: Ending | null, message: string) => {
    fail(ending, message);
    halt.abort();
  };

  let environment = options.environment;
  for (const next of parts) {
    if (halt.signal.aborted) break;
    try {
      const around = { environment, halt: halt.signal, restarts, report, giveUp };
      const part = await SupervisedPart.start(next, around);
      running.push(part);
      environment = { ...environment, ...part.provides };
    } catch (error) {
      if (halt.signal.aborted) break;
      const { message } = error as Error;
      if (next.optional) {
        report(`Continuing without ${next.name}, which did not start: ${message}`);
        continue;
      }
      const ending = error instanceof PartEnded ? error.ending : null;
      giveUp(ending, `${next.name} did not start: ${message}`);
    }
  }
  await halted;

  for (const part of running.reverse()) {
    try {
      const ending = await part.stop();
      if (ending && !exitCode && !isOrderly(ending)) {
        fail(ending, `${part.name} did not stop cleanly (${describe(ending)}).`);
      }
    } catch (error) {
      fail(null, `${part.name} did not stop: ${(error as Error).message}`);
    }
  }
  return exitCode;
}

/** SIGTERM counts as well: the part was asked to stop before it had installed its handler. */
function isOrderly({ code, signal }: Ending): boolean {
  return code === 0 || signal === 'SIGTERM';
}
