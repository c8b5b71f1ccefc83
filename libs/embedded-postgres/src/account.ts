import { lchown, lstat, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The system account that runs the server, because PostgreSQL refuses to run as root. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
  readonly home: string;
}

/** Not `postgres`: that of the system's own server, whose data would be open to this one. */
const preferred = ['chat-admin', 'nobody'];

/**
 * The account for a cluster: its owner if unprivileged (the server accepts no other), else that of the directory around
 * it, else a known one. initdb requires an entry in /etc/passwd.
 * @returns null if this process is not root and runs the server itself
 */
export async function serverAccount(cluster: string): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(cluster).catch(() => null);
  if (!owner || owner.uid === 0) return unprivilegedAccount(dirname(cluster));
  const known = (await accounts()).find(({ uid }) => uid === owner.uid);
  const { uid, gid } = owner;
  return { name: known?.name ?? `uid ${uid}`, uid, gid, home: known?.home ?? '/' };
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
    'PostgreSQL does not run as root, and /etc/passwd has neither "chat-admin" nor "nobody". ' +
      'Start as another user, or set DATABASE_URL to a running PostgreSQL.',
  );
}

async function accounts(): Promise<Account[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return text.split('\n').map((line) => {
    const [name = '', , uid, gid, , home = '/'] = line.split(':');
    return { name, uid: Number(uid), gid: Number(gid), home };
  });
}

/**
 * Whether the account can traverse all directories on the way to `path`. Missing ones are ignored.
 */
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
 * Changes the owner of files of root in a tree, including symbolic links themselves, from the leaves to the root, so that
 * nobody else can add entries to a directory that is still being processed. Skips trees owned by others, and files with
 * several hard links.
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
