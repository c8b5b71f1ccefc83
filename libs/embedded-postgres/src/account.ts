import { lchown, lstat, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The system account that runs the server, because PostgreSQL refuses to run as root. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const preferred = ['chat-admin', 'postgres', 'nobody'];

/**
 * The account for a cluster: its owner if it has an unprivileged one (the server accepts no other), else that of the
 * directory around it, else a known one. initdb needs one with an entry in /etc/passwd.
 * @returns null when this process is not root and runs the server as itself
 */
export async function serverAccount(cluster: string): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(cluster).catch(() => null);
  if (!owner || owner.uid === 0) return unprivilegedAccount(dirname(cluster));
  const known = (await accounts()).find(({ uid }) => uid === owner.uid);
  return { name: known?.name ?? `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid };
}

/**
 * The account to which root leaves work: the owner of the directory, unless that is root or has no entry in /etc/passwd,
 * else a known one.
 */
export async function unprivilegedAccount(directory: string): Promise<Account> {
  const owner = await stat(directory).catch(() => null);
  const known = await accounts();
  const candidates = [
    (account: Account) => account.uid === owner?.uid,
    ...preferred.map((name) => (account: Account) => account.name === name),
  ];
  for (const fits of candidates) {
    const account = known.find((candidate) => candidate.uid > 0 && fits(candidate));
    if (account) return account;
  }
  throw new Error(
    'PostgreSQL does not run as root, and /etc/passwd has neither "postgres" nor "nobody". ' +
      'Start as another user, or set DATABASE_URL to a running PostgreSQL.',
  );
}

async function accounts(): Promise<Account[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return text.split('\n').map((line) => {
    const [name = '', , uid, gid] = line.split(':');
    return { name, uid: Number(uid), gid: Number(gid) };
  });
}

/** Whether every directory on the way to `path` opens for the account. What does not exist yet is no hindrance. */
export async function isReachable(path: string, account: Account | null): Promise<boolean> {
  return (await closedFor(path, account)) === null;
}

/**
 * The outermost directory on the way to `path` that does not open for the account, or `path` itself when it is a file that
 * the account cannot read.
 * @returns null when there is none
 */
export async function closedFor(path: string, account: Account | null): Promise<string | null> {
  if (!account) return null;
  let closed: string | null = null;
  for (let current = await nearestExisting(path); ; current = dirname(current)) {
    const found = await stat(current);
    const shift = found.uid === account.uid ? 6 : found.gid === account.gid ? 3 : 0;
    const needed = found.isDirectory() ? SEARCH : READ;
    if (!((found.mode >> shift) & needed)) closed = current;
    if (current === dirname(current)) return closed;
  }
}

const SEARCH = 1;
const READ = 4;

async function nearestExisting(path: string): Promise<string> {
  return realpath(path).catch(() => nearestExisting(dirname(path)));
}

/**
 * Gives what belongs to root in a tree to the account, links themselves included, from the leaves to the root, so that nobody
 * else can put something into a directory whose entries are still to be given. What belongs to anybody else is left alone
 * with all below it, and so is a file that has another name elsewhere.
 */
export async function giveTree(path: string, account: Account | null): Promise<void> {
  if (!account) return;
  const found = await lstat(path);
  if (found.uid !== 0) return;
  if (found.isDirectory()) {
    for (const name of await readdir(path)) await giveTree(join(path, name), account);
  } else if (found.nlink > 1) {
    return;
  }
  await lchown(path, account.uid, account.gid);
}
