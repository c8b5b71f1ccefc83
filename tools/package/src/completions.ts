import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** The script that makes a shell complete the command `chat-admin`. @param program the folder of the bundle */
export async function completionFor(
  shell: (typeof SHELLS)[number],
  program: string,
): Promise<string> {
  const words = [join(program, 'cli.mjs'), 'completion', shell];
  return (await promisify(execFile)(process.execPath, words)).stdout;
}
