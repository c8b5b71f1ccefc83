import type { DirectorySettings } from '@chat-admin/domain/directories/directory-settings';
import type {
  DirectoryRuns,
  DirectoryStanding,
} from '@chat-admin/domain/directories/directory-runs';
import { conditionOf } from '@chat-admin/domain/directories/directory-view';
import type { Condition } from '@chat-admin/domain/directories/directory-view';
import { inTime } from '@chat-admin/server/process/readiness';
import { sourceOf } from '@chat-admin/domain/users/managed-objects';
import type { WatchedDirectories } from './watched-directories.js';

export interface Standing {
  readonly settings: DirectorySettings;
  /** null: none of its runs has begun yet */
  readonly found: (DirectoryStanding & { readonly condition: Condition }) | null;
}

/** As parts of the service are told. */
interface Finding {
  readonly status: (typeof STATUSES)[keyof typeof STATUSES];
  readonly message: string | null;
  readonly lastSuccess?: Date | null;
  readonly since?: Date;
}

const STATUSES = { ok: 'ok', failing: 'failed', waiting: 'waiting', off: 'paused' } as const;

/** How the directories of the file are, as far as the database tells it within two seconds. */
export class DirectoryStandings {
  private reading: Promise<readonly Standing[] | null> | null = null;

  constructor(
    private readonly directories: Pick<WatchedDirectories, 'all'>,
    private readonly runs: Pick<DirectoryRuns, 'standings'>,
  ) {}

  /** In the order of the file; whoever asks meanwhile gets the same answer. @returns null: the database does not answer */
  read(): Promise<readonly Standing[] | null> {
    return (this.reading ??= this.look().finally(() => (this.reading = null)));
  }

  /** By the name of the part. Contract: extensions E12, X-5 */
  async parts(): Promise<Readonly<Record<string, Finding>>> {
    const standings = await this.read();
    const findings =
      standings?.map(
        ({ settings, found }) => [sourceOf(settings.name), findingOf(found)] as const,
      ) ?? this.directories.all.map(({ settings }) => [sourceOf(settings.name), UNKNOWN] as const);
    return Object.fromEntries(findings);
  }

  private async look(): Promise<readonly Standing[] | null> {
    const { all } = this.directories;
    if (all.length === 0) return [];
    const standings = await inTime(this.runs.standings());
    return (
      standings &&
      all.map(({ settings }) => {
        const found = standings.find(({ directory }) => directory === settings.name);
        if (found === undefined) return { settings, found: null };
        return { settings, found: { ...found, condition: conditionOf(found, settings) } };
      })
    );
  }
}

const UNKNOWN: Finding = { status: 'failed', message: 'The database does not answer' };

function findingOf(found: Standing['found']): Finding {
  if (found === null) return { status: 'ok', message: null };
  const { lastSuccess, failingSince, waits, condition } = found;
  const status = STATUSES[condition.state];
  const shown = { status, lastSuccess };
  if (status === 'waiting') return { ...shown, message: waits };
  if (status !== 'failed') return { ...shown, message: null };
  const { message } = condition;
  return failingSince === null ? { ...shown, message } : { ...shown, message, since: failingSince };
}
