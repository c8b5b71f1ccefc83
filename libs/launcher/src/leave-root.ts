import { lchown, mkdir, stat } from 'node:fs/promises';
import {
  type Account,
  closedFor,
  giveTree,
  unprivilegedAccount,
} from '@chat-admin/embedded-postgres/account';
import { usableBinaries } from '@chat-admin/embedded-postgres/binaries';
import { lockIn } from '@chat-admin/embedded-postgres/embedded-postgres';
import { takeLauncherLock } from '@chat-admin/embedded-postgres/launcher-lock';
import { choosePlace, type Place } from '@chat-admin/embedded-postgres/place';
import { continueAs, mayBecomeAnother } from './continue-as.js';
import { dataDirectory, postgresDirectory, prosodyDirectory } from './data-directory.js';
import { hasOwnDatabase } from './database-url.js';
import { secretsInFiles } from './secret-files.js';

/**
 * As root, makes this process, and so all parts, that of an unprivileged account: the one that the data belong to, else that
 * of the data's directory, else a known one. It gets what root has left in the data. Where it cannot read the program,
 * a line says so and nothing changes.
 * @param program files that the account has to read
 * @throws DirectoryInUse when another launcher runs on the data
 */
export async function leaveRoot(
  environment: NodeJS.ProcessEnv,
  program: readonly string[],
  print: (message: string) => void,
): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const stay = (reason: string) =>
    print(`API, user service and Prosody run as root, because ${reason}`);
  let place: Place & { readonly account: Account };
  try {
    place = await placeOf(environment);
  } catch (error) {
    return stay((error as Error).message);
  }
  const { account, directory } = place;
  const data = [directory, dataDirectory(environment)];
  for (const path of [process.execPath, ...program, ...data]) {
    const closed = await closedFor(path, account);
    if (closed) return stay(`the account "${account.name}" cannot read ${closed}.`);
  }
  if (!hasOwnDatabase(environment)) {
    await usableBinaries(place); // makes links that the account may not make
    const lock = await takeLauncherLock(lockIn(directory));
    await giveTree(directory, account).finally(() => lock.release());
  }
  await giveTree(prosodyDirectory(environment), account);
  const useSecrets = secretsInFiles(environment);
  print(`Account: ${account.name}`);
  if (!mayBecomeAnother()) {
    useSecrets(() => false);
    return continueAs(account, { ...environment, ...identityOf(account) });
  }
  become(account);
  useSecrets();
  Object.assign(environment, identityOf(account));
}

/** Makes the directories of the data where they lack, with the owner of the one around them. */
async function placeOf(environment: NodeJS.ProcessEnv): Promise<Place & { account: Account }> {
  const data = dataDirectory(environment);
  await mkdir(data, { recursive: true });
  const { uid, gid } = await stat(data);
  const make = async (directory: string, mode: number) => {
    if (await mkdir(directory, { recursive: true, mode })) await lchown(directory, uid, gid);
  };
  const prosody = prosodyDirectory(environment);
  await make(prosody, 0o700);
  if (!hasOwnDatabase(environment)) {
    await make(postgresDirectory(environment), 0o755);
    const place = await choosePlace(postgresDirectory(environment));
    if (place.account) return { ...place, account: place.account };
  }
  return { directory: prosody, account: await unprivilegedAccount(prosody) };
}

/** For good: a process that is not root cannot become it again. */
function become({ uid, gid }: Account): void {
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}

/** What programs find out about who they are. */
function identityOf({ name, home }: Account): NodeJS.ProcessEnv {
  return { HOME: home, USER: name, LOGNAME: name };
}
