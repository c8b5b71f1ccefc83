import { constants } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

/** Who may do what with a file. */
export interface Ownership {
  readonly mode: number;
  readonly uid: number;
  /** `null`: owner and group stay those of this process, or of the file */
  readonly gid: number | null;
}

/**
 * Writes a file anew, for its owner alone until it is complete. Owner and mode change by the descriptor, since a name may
 * become a link of somebody else meanwhile.
 */
export async function writeOwned(path: string, text: string, owned: Ownership): Promise<void> {
  await rm(path, { force: true });
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await own(file, owned);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Changes owner and mode of a file that is there. @throws ELOOP if it is a link */
export async function ownPresent(path: string, owned: Ownership): Promise<void> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    await own(file, owned);
  } finally {
    await file.close();
  }
}

async function own(file: FileHandle, { mode, uid, gid }: Ownership): Promise<void> {
  if (gid !== null) await file.chown(uid, gid);
  await file.chmod(mode);
}
