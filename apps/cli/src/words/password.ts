import { readFile } from 'node:fs/promises';
import type { ReportOptions, Terminal } from '../program/action.js';
import { UnusableWord } from '../outcome/failures.js';

export const GENERATE_OPTION = ['--generate', 'a new password, which is printed once'] as const;
export const PASSWORD_FILE_OPTION = [
  '--password-file <file>',
  'file that holds the password; otherwise it is asked for, or read from standard input',
] as const;

export interface PasswordOptions extends ReportOptions {
  readonly username: string;
  readonly generate?: true;
  readonly passwordFile?: string;
}

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
  if (generate) {
    const { generatedSecret } = await import('@chat-admin/server/composition/initial-credentials');
    return { password: generatedSecret(), generated: true };
  }
  if (passwordFile === undefined) {
    return { password: await terminal.askSecret(`Password of ${username}: `), generated: false };
  }
  const text = await readFile(passwordFile, 'utf8').catch(() => null);
  if (text === null) throw new UnusableWord(`--password-file: ${passwordFile} cannot be read`);
  return { password: text.replace(/\r?\n$/, ''), generated: false };
}
