import { readFile } from 'node:fs/promises';
import { generatedSecret } from '@chat-admin/server/composition/initial-credentials';
import type { Terminal } from './action.js';
import type { PasswordOptions } from './commands/user.js';
import { UnusableWord } from './failures.js';

export interface NewPassword {
  readonly password: string;
  /** to be printed once */
  readonly generated: boolean;
}

/** Generated, from a file, typed, or from standard input; never from the command line. @throws UnusableWord */
export async function newPassword(
  { username, generate, passwordFile }: PasswordOptions,
  terminal: Terminal,
): Promise<NewPassword> {
  if (generate && passwordFile !== undefined) {
    throw new UnusableWord('--generate and --password-file exclude each other');
  }
  if (generate) return { password: generatedSecret(), generated: true };
  if (passwordFile === undefined) {
    return { password: await terminal.askSecret(`Password of ${username}: `), generated: false };
  }
  const text = await readFile(passwordFile, 'utf8').catch(() => null);
  if (text === null) throw new UnusableWord(`--password-file: ${passwordFile} cannot be read`);
  return { password: text.replace(/\r?\n$/, ''), generated: false };
}
