import { statfs } from 'node:fs/promises';
import type { Finding } from './finding.js';
import type { Target } from './target.js';

/** room for the copy, its indexes and the state of the import */
const DISK_FACTOR = 2.2;
const MB = 1e6;

/** What the copy takes, and whether there is room for it, where the target's disk can be seen from here. */
export async function diskFinding(
  sourceBytes: number,
  target: Target,
): Promise<[Finding['level'], string, string]> {
  const needed = sourceBytes * DISK_FACTOR;
  const text = `About ${Math.ceil(needed / MB)} MB are needed on the disk of the target`;
  const free = await freeBytes(target);
  if (free === null)
    return ['fact', 'disk', `${text}; what is free there cannot be seen from here`];
  const shown = `${text}, ${Math.floor(free / MB)} MB are free`;
  return [free < needed ? 'fault' : 'fact', 'disk', shown];
}

/** `null` where the server is elsewhere, or does not tell its folder. */
async function freeBytes(target: Target): Promise<number | null> {
  const [row] = await target.query<{ folder: string | null }>(
    `select current_setting('data_directory', true) as folder
     where pg_has_role('pg_read_all_settings', 'usage')
       and (inet_server_addr() is null or inet_server_addr() = inet_client_addr())`,
  );
  if (!row?.folder) return null;
  try {
    const { bavail, bsize } = await statfs(row.folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
