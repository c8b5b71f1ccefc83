import type { Part } from './part.js';
import { supervise } from './supervisor.js';

/**
 * Supervises the parts as the main task of this process: handles its signals, prints, and exits.
 */
export async function superviseProcess(parts: readonly Part[]): Promise<never> {
  const stop = new AbortController();
  // Not `once`: npm forwards a Ctrl-C that the terminal has already sent to all processes, and the
  // second must not kill.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop.abort());
  // the terminal may close before the parts have stopped, which must not terminate the launcher
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const options = { environment: process.env, signal: stop.signal, report: console.error };
  const code = await supervise(parts, options);
  if (stop.signal.aborted) console.log('Stopped.');
  process.exit(code);
}
