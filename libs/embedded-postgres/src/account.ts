import { chown, lstat, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The system account that runs the server, because PostgreSQL refuses to run as root. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const preferred = ['postgres', 'nobody'];

/**
 * The account for a cluster: its owner if it has an unprivileged one (the server accepts no other),
 * else a known unprivileged account. initdb needs one with an entry in /etc/passwd.
 * @returns null when this process is not root and runs the server as itself
 */
export async function serverAccount(cluster: string): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(cluster).catch(() => null);
  if (owner && owner.uid !== 0) return { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  const accounts = parsePasswd(await readFile('/etc/passwd', 'utf8').catch(() => ''));
  for (const name of preferred) {
    const account = accounts.find((candidate) => candidate.name === name && candidate.uid > 0);
    if (account) return account;
  }
  throw new Error(
    'PostgreSQL does not run as root, and /etc/passwd has neither "postgres" nor "nobody". ' +
      'Start as another user, or set DATABASE_URL to a running PostgreSQL.',
  );
}

function parsePasswd(text: string): Account[] {
  return text.split('\n').map((line) => {
    const [name = '', , uid, gid] = line.split(':');
    return { name, uid: Number(uid), gid: Number(gid) };
  });
}

/** Whether every directory on the way to `path` opens for the account. What does not exist yet is no hindrance. */
export async function isReachable(path: string, account: Account | null): Promise<boolean> {
  if (!account) return true;
  for (let current = await nearestExisting(path); ; current = dirname(current)) {
    const found = await stat(current);
    const shift = found.uid === account.uid ? 6 : found.gid === account.gid ? 3 : 0;
    if (found.isDirectory() && !((found.mode >> shift) & 1)) return false;
    if (current === dirname(current)) return true;
  }
}

async function nearestExisting(path: string): Promise<string> {
  return realpath(path).catch(() => nearestExisting(dirname(path)));
}

/** Gives a tree to the account, links themselves included. Nothing to do when there is no account to change to. */
export async function giveTree(path: string, account: Account | null): Promise<void> {
  if (!account) return;
  const found = await lstat(path);
  if (found.isSymbolicLink()) return;
  await chown(path, account.uid, account.gid);
  if (!found.isDirectory()) return;
  for (const name of await readdir(path)) await giveTree(join(path, name), account);
}
