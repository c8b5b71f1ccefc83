import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { promisify } from 'node:util';
import { Skipped } from './skipped.js';

const PATIENCE_MS = 3_000;
/** prints each file that cannot be read */
const SCRIPT = 'for file; do test -r "$file" || printf "%s\\0" "$file"; done';

/**
 * Which of some files an account may not read; folders on the way count.
 * @param account `null`: the one of this process
 * @throws Skipped if this process may not find out
 */
export async function unreadableFor(
  account: string | null,
  files: readonly string[],
): Promise<readonly string[]> {
  if (account === null || account === 'root') return files.filter((file) => !isReadable(file));
  const [uid, gid] = await Promise.all([idOf('-u', account), idOf('-g', account)]);
  if (uid === null || gid === null) throw new Skipped(`There is no account ${account}`);
  const own = process.getuid?.();
  if (own === uid) return files.filter((file) => !isReadable(file));
  if (own !== 0) throw new Skipped(`The service runs as ${account}: run doctor as root`);
  const identity = [`--reuid=${uid}`, `--regid=${gid}`, '--init-groups'];
  const words = [...identity, '--inh-caps=-all', 'sh', '-c', SCRIPT, 'sh', ...files];
  const { stdout } = await promisify(execFile)('setpriv', words, { timeout: PATIENCE_MS });
  return stdout.split('\0').filter((file) => file !== '');
}

/** The number of an account or of its group; `null`: there is none. */
export async function idOf(option: '-u' | '-g', account: string): Promise<number | null> {
  const asked = promisify(execFile)('id', [option, account], { timeout: PATIENCE_MS });
  return asked.then(
    ({ stdout }) => Number(stdout),
    () => null,
  );
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
