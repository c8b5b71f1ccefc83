import { createHash, randomBytes } from 'node:crypto';
import { faultOf, unexpected } from '@chat-admin/codecs/errors/wire-errors';
import { vcardOf } from '@chat-admin/codecs/users/vcard-of';
import { asLabel } from '@chat-admin/domain/audit/audit-trail';
import type { AuditEntry, PendingAudit } from '@chat-admin/domain/audit/audit-trail';
import { CarryOut } from '@chat-admin/domain/directories/carry-out';
import type {
  DirectoryRun,
  RunMode,
  RunResult,
  RunStatus,
} from '@chat-admin/domain/directories/directory-run';
import { RunLost } from '@chat-admin/domain/directories/directory-runs';
import { failRun } from '@chat-admin/domain/directories/fail-run';
import { DirectoryRunWork } from '@chat-admin/domain/directories/directory-run-work';
import type { DirectorySettings } from '@chat-admin/domain/directories/directory-settings';
import type { DirectorySource } from '@chat-admin/domain/directories/directory-source';
import type { ChangeOrigin } from '@chat-admin/domain/events/change-origin';
import { GatheredNotices } from '@chat-admin/domain/jobs/gathered-notices';
import { namesOf } from '@chat-admin/domain/shared/audit-facts';
import { Overloaded } from '@chat-admin/domain/shared/domain-error';
import { createUseCases } from '@chat-admin/domain/use-cases';
import type { Ports, UseCaseOptions } from '@chat-admin/domain/use-cases';
import type { FullCredentials, PasswordHasher } from '@chat-admin/domain/users/credentials';
import { sourceOf } from '@chat-admin/domain/users/managed-objects';
import { isDatabaseAway } from '@chat-admin/persistence/database/database-away';
import { isRepeatable } from '@chat-admin/persistence/database/database-error';
import type { Logger } from 'pino';
import type { Persistence } from '../composition/open-persistence.js';
import { auditEntry, withAudit } from '../edge/audited-requests.js';

/** A third of the lease. */
const RENEW_MS = 10_000;

export interface DirectoryToRun {
  readonly runId: string;
  readonly settings: DirectorySettings;
  readonly source: DirectorySource;
}

/** What is measured of runs. */
export interface RunMeasures {
  /** A batch is done. */
  changed(directory: string, results: readonly RunResult[]): void;
  /** @param outcome its status @param seconds for which this process has worked on it */
  ended(directory: string, mode: RunMode, outcome: RunStatus, seconds: number): void;
}

/** What runs of directories work on. */
export interface RunSurroundings {
  readonly persistence: Persistence;
  readonly ports: Ports;
  readonly options: UseCaseOptions;
  readonly log: Logger;
  readonly measures?: RunMeasures;
}

/**
 * Goes on with a run of a directory, until it ends, waits or is stopped; not with one that has ended, waits, or is another
 * instance's.
 * @param instance which may have begun it before
 * @throws RunLost, and what keeps it from going on now
 */
export async function goOnWithRun(
  { runId, settings, source }: DirectoryToRun,
  { persistence, ports, options, log, measures }: RunSurroundings,
  instance: string,
  stop?: AbortSignal,
): Promise<void> {
  const runs = persistence.directoryRuns;
  const run = await runs.claim(runId, instance);
  if (run === null) return;
  const author = sourceOf(settings.name);
  const notices = new GatheredNotices(ports.chatServer);
  const password = randomBytes(24).toString('base64url');
  const hasher = onePassword(ports.hasher, password);
  const useCases = createUseCases({ ...ports, chatServer: notices, hasher }, options, author);
  const carryOut = new CarryOut(author, useCases, { ...ports, runs }, password);
  const work = new DirectoryRunWork({ ...ports, runs }, settings, source, carryOut, {
    audited: async (of, results, change) => {
      const changed = await withAudit(new RunAudit(author, of, results), change);
      if (!of.dryRun) measures?.changed(of.directory, results());
      return changed;
    },
    failureOf: (error) => {
      if (isRepeatable(error) || error instanceof Overloaded || isDatabaseAway(error)) return null;
      const fault = faultOf(error);
      if (fault === null) log.error(error, 'A line of a run of a directory has failed');
      const { exception, message } = fault ?? unexpected();
      return { exception, message };
    },
    tell: () => notices.tell(),
    forget: () => notices.forget(),
    now: () => new Date(),
    vcardOf: (card) => {
      const xml = vcardOf(card);
      return xml === null ? null : { xml, digest: createHash('sha256').update(xml).digest('hex') };
    },
  });
  const renew = () =>
    Promise.all([
      runs.renew(run.id, instance),
      runs.keepEntry(settings.name, settings.digest),
    ]).catch((error: unknown) => {
      // whoever has lost it is told by what it saves next
      if (error instanceof RunLost) return;
      log.error(error, 'The lease of a run of a directory could not be renewed');
    });
  const renewing = setInterval(() => void renew(), RENEW_MS);
  try {
    const begun = performance.now();
    const { status } = await withAudit(null, () => work.goOn(run, instance, stop));
    if (!run.dryRun) {
      measures?.ended(settings.name, run.mode, status, (performance.now() - begun) / 1000);
    }
  } finally {
    clearInterval(renewing);
    // the lease ends by itself
    await runs.release(run.id, instance).catch(() => undefined);
  }
}

/** Ends a run that cannot be gone on with, unless it is another instance's. */
export async function giveRunUp(
  { runId }: Pick<DirectoryToRun, 'runId'>,
  { persistence: { directoryRuns: runs } }: Pick<RunSurroundings, 'persistence'>,
  instance: string,
): Promise<void> {
  const run = await runs.claim(runId, instance);
  if (run !== null) await failRun(runs, run, instance, unexpected().message);
}

/** Nobody knows it, so its keys, which are costly, are derived once for all accounts. */
function onePassword(hasher: PasswordHasher, password: string): PasswordHasher {
  let keys: Promise<FullCredentials> | null = null;
  const derive = () => (keys ??= hasher.derive(password));
  return {
    derive,
    deriveAll: async (passwords) => {
      const derived = await derive();
      return passwords.map(() => derived);
    },
    matches: (tried, credentials) => hasher.matches(tried, credentials),
  };
}

/** The entry of a batch, which its transaction writes. Contract: extensions E13.10 */
class RunAudit implements PendingAudit {
  constructor(
    private readonly author: string,
    private readonly run: DirectoryRun,
    private readonly results: () => readonly RunResult[],
  ) {}

  origin(): ChangeOrigin {
    return { actor: this.author, source: 'directory', request: null };
  }

  note(): void {
    // its results say what was done
  }

  /** Each attempt of the transaction writes one. */
  take(): AuditEntry {
    const { id, directory, dryRun } = this.run;
    const results = this.results();
    const named = (path: string) => {
      const names = results.filter(({ object }) => object.startsWith(path));
      return names.length === 0
        ? undefined
        : namesOf(names, ({ object }) => decodeURIComponent(object.slice(path.length)));
    };
    const failed = results.filter(({ outcome }) => outcome === 'failed').length;
    const [users, groups] = [named('/users/'), named('/groups/')];
    return auditEntry({
      author: asLabel(this.author),
      summary: `SYNC directory ${directory}`,
      object: `/directories/${directory}/runs/${id}`,
      outcome: 200,
      exception: null,
      requestId: null,
      address: null,
      facts: {
        source: 'directory',
        ...(users && { users }),
        ...(groups && { groups }),
        ...(failed > 0 && { failed, rows: results.length }),
        ...(dryRun && { dryRun }),
      },
    });
  }

  giveBack(): void {
    // the next attempt takes it anew
  }
}
