import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { promisify } from 'node:util';
import { ownCommand } from '@chat-admin/configuration/own-command';
import { quoted } from './quoted.js';
import { Skipped } from './skipped.js';

/** Where this account may not look. */
export const AS_ROOT = `sudo ${ownCommand('doctor')} # as root, or as the account of the services`;

const TIMEOUT_MS = 3_000;
/** prints each file to which the first word, an option of test(1), does not apply */
const SCRIPT =
  'right=$1; shift; for file; do test "$right" "$file" || printf "%s\\0" "$file"; done';

/** `-r`: to read a file; `-x`: to enter a folder */
type Right = '-r' | '-x';

/**
 * To which of some files an account has no right; folders on the way count.
 * @param account `null`: the one of this process
 * @throws Skipped if this process may not find out
 */
export async function closedTo(
  account: string | null,
  files: readonly string[],
  right: Right = '-r',
): Promise<readonly string[]> {
  const closedHere = () => files.filter((file) => !isOpen(file, right));
  if (account === null || account === 'root') return closedHere();
  const [uid, gid] = await Promise.all([idOf('-u', account), idOf('-g', account)]);
  if (uid === null || gid === null) throw new Skipped(`There is no account ${account}`);
  const own = process.getuid?.();
  if (own === uid) return closedHere();
  if (own !== 0) throw new Skipped(`The service runs as ${account}: run doctor as root`);
  const identity = [`--reuid=${uid}`, `--regid=${gid}`, '--init-groups'];
  const words = [...identity, '--inh-caps=-all', 'sh', '-c', SCRIPT, 'sh', right, ...files];
  const { stdout } = await promisify(execFile)('setpriv', words, { timeout: TIMEOUT_MS });
  return stdout.split('\0').filter((file) => file !== '');
}

/** What lets an account read a file, and no other. */
export const opened = (file: string, account: string | null): readonly string[] => [
  `chgrp ${groupOf(account)} ${quoted(file)}`,
  `chmod 640 ${quoted(file)}`,
];

/** The group of an account, for a shell of root. */
export const groupOf = (account: string | null): string =>
  account === null ? String(process.getgid?.() ?? 0) : `"$(id -g ${quoted(account)})"`;

/** The number of an account or of its group; `null`: there is none. */
export async function idOf(option: '-u' | '-g', account: string): Promise<number | null> {
  const asked = promisify(execFile)('id', [option, account], { timeout: TIMEOUT_MS });
  return asked.then(
    ({ stdout }) => Number(stdout),
    () => null,
  );
}

function isOpen(file: string, right: Right): boolean {
  try {
    accessSync(file, right === '-r' ? constants.R_OK : constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
