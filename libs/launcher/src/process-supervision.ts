import type { Part } from './part.js';
import { supervise } from './supervisor.js';

/** Supervises the parts as the task of this process: listens to its signals, writes to its output, ends it. */
export async function superviseProcess(parts: readonly Part[]): Promise<never> {
  const stop = new AbortController();
  // Not `once`: npm passes on a Ctrl-C that the terminal has already sent to everyone, and the second must not kill.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop.abort());
  // The terminal may be gone before the parts are: that must not end the launcher before them.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const options = { environment: process.env, signal: stop.signal, report: console.error };
  const code = await supervise(parts, options);
  if (stop.signal.aborted) console.log('Stopped.');
  process.exit(code);
}
