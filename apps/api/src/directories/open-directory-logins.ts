import { DirectoryLogins } from '@chat-admin/domain/directories/directory-logins';
import type { Persistence } from '@chat-admin/server/composition/open-persistence';
import type { Instruments } from '@chat-admin/server/metrics/instruments';
import type { ApiConfig } from '../config.js';
import { KeptBindSources } from './bind-sources.js';
import type { WatchedDirectories } from './watched-directories.js';

export interface OpenDirectoryLogins {
  readonly logins: DirectoryLogins;
  close(): void;
}

export function openDirectoryLogins(
  directories: WatchedDirectories,
  { directoryBinds }: ApiConfig,
  { managed }: Pick<Persistence, 'managed'>,
  instruments: Instruments,
): OpenDirectoryLogins {
  const sources = new KeptBindSources(directories, directoryBinds);
  const total = instruments.counter('chat_admin_directory_binds_total');
  const durations = instruments.histogram('chat_admin_directory_bind_duration_seconds');
  const logins = new DirectoryLogins(
    managed,
    sources,
    () => performance.now(),
    (source, outcome, ms) => {
      const name = source.slice(source.indexOf(':') + 1);
      total.of(name, outcome).count += 1;
      durations.of(name).observe(ms / 1000);
    },
  );
  return { logins, close: () => sources.close() };
}
