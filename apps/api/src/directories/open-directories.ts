import type { Foundation } from '@chat-admin/server/composition/foundation';
import type { Instruments } from '@chat-admin/server/metrics/instruments';
import { DirectoryMeasures } from './directory-measures.js';
import { WatchedDirectories } from './watched-directories.js';

/** @throws as {@link WatchedDirectories.open} */
export async function openDirectories(
  { directoriesFile }: { readonly directoriesFile: string | null },
  { persistence, log }: Foundation,
  instruments: Instruments,
) {
  const directories = await WatchedDirectories.open(directoriesFile, log);
  return { directories, measures: new DirectoryMeasures(instruments, directories, persistence) };
}
