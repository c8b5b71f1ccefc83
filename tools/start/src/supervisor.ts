import {
  configurationFault,
  describe,
  type Ending,
  type Part,
  PartEnded,
  type RunningPart,
} from './part.js';

export interface Supervision {
  readonly environment: NodeJS.ProcessEnv;
  /** stops everything, at any time, during the start as well */
  readonly signal: AbortSignal;
  /** gets messages for the user */
  readonly report: (message: string) => void;
}

/**
 * Starts the parts in order, each when the one before is ready, and waits. When the signal fires, or when one part ends
 * by itself, it stops them in reverse order.
 * @returns the exit code: 0 when everything was stopped on request and in order
 */
export async function supervise(parts: readonly Part[], options: Supervision): Promise<number> {
  const { report } = options;
  const running: { name: string; part: RunningPart }[] = [];
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
  const watch = async (name: string, part: RunningPart) => {
    const ending = await part.ended;
    if (halt.signal.aborted) return;
    fail(ending, `${name} ended by itself (${describe(ending)}).`);
    halt.abort();
    const words = await part.lastWords?.();
    if (words) report(words);
  };

  const watches: Promise<void>[] = [];
  let environment = options.environment;
  for (const next of parts) {
    if (halt.signal.aborted) break;
    try {
      const part = await next.start(environment, halt.signal);
      running.push({ name: next.name, part });
      watches.push(watch(next.name, part));
      environment = { ...environment, ...part.provides };
    } catch (error) {
      if (halt.signal.aborted) break;
      halt.abort();
      const ending = error instanceof PartEnded ? error.ending : null;
      fail(ending, `${next.name} did not start: ${(error as Error).message}`);
    }
  }
  await halted;

  for (const { name, part } of running.reverse()) {
    try {
      await part.stop();
      const ending = await part.ended;
      if (!exitCode && !isOrderly(ending)) {
        fail(ending, `${name} did not stop in order (${describe(ending)}).`);
      }
    } catch (error) {
      fail(null, `${name} did not stop: ${(error as Error).message}`);
    }
  }
  await Promise.all(watches);
  return exitCode;
}

/** SIGTERM as such: the part was asked to stop before it could listen for the request. */
function isOrderly({ code, signal }: Ending): boolean {
  return code === 0 || signal === 'SIGTERM';
}
