import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';

/**
 * Waits for the first message of a child process, and for what it wrote before: in one turn of the loop messages may be
 * read before output.
 * @param output what it has written up to now
 * @throws with its output if it ends instead
 */
export async function firstMessage(child: ChildProcess, output: () => string): Promise<unknown> {
  const ended = once(child, 'close').then(() => Promise.reject(new Error(output())));
  ended.catch(() => undefined);
  const [message] = (await Promise.race([once(child, 'message'), ended])) as unknown[];
  await turn();
  return message;
}
