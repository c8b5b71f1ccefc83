import { DirectoryLogins } from '@chat-admin/domain/directories/directory-logins';
import type { Foundation } from '@chat-admin/server/composition/foundation';
import type { Instruments } from '@chat-admin/server/metrics/instruments';
import { KeptBindSources } from './bind-sources.js';
import { LoginWorker } from './login-worker.js';
import type { WatchedDirectories } from './watched-directories.js';

/** Logins of people whose passwords directories keep, here and at the chat server. */
export interface OpenDirectoryLogins {
  readonly logins: DirectoryLogins;
  /** Answers the chat server. */
  start(): void;
  stop(): Promise<void>;
}

export function openDirectoryLogins(
  directories: WatchedDirectories,
  { directoryBinds }: { readonly directoryBinds: number },
  { persistence, live, log }: Foundation,
  instruments: Instruments,
): OpenDirectoryLogins {
  const sources = new KeptBindSources(directories, directoryBinds);
  const total = instruments.counter('chat_admin_directory_binds_total');
  const durations = instruments.histogram('chat_admin_directory_bind_duration_seconds');
  const logins = new DirectoryLogins(
    persistence.managed,
    sources,
    () => performance.now(),
    (source, outcome, ms) => {
      const name = source.slice(source.indexOf(':') + 1);
      total.of(name, outcome).count += 1;
      durations.of(name).observe(ms / 1000);
    },
  );
  const worker = new LoginWorker(live.loginQuestions, directories, logins, directoryBinds, log);
  instruments.reading('chat_admin_login_questions', () =>
    Object.entries(worker.load()).map(([state, count]) => [[state], count] as const),
  );
  return {
    logins,
    start: () => worker.start(),
    stop: async () => {
      await worker.stop();
      sources.close();
    },
  };
}
