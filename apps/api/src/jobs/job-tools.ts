import { randomInt } from 'node:crypto';
import { databaseAway, faultOf, unexpected } from '@chat-admin/codecs/errors/wire-errors';
import type { WireFault } from '@chat-admin/codecs/errors/wire-errors';
import { readLine } from '@chat-admin/codecs/jobs/read-line';
import { authorOf, keyOf } from '@chat-admin/domain/access/principal';
import type { JobMaker } from '@chat-admin/domain/jobs/job';
import type { ClaimedJob } from '@chat-admin/domain/jobs/job-repository';
import type { BatchAudit, JobTools, LineFailure } from '@chat-admin/domain/jobs/job-work';
import type { AuditEntry, PendingAudit } from '@chat-admin/domain/audit/audit-trail';
import type { ChangeOrigin } from '@chat-admin/domain/events/change-origin';
import { withoutRole } from '@chat-admin/domain/audit/concerned';
import { allOf, MOST_NAMES, namesOf } from '@chat-admin/domain/shared/audit-facts';
import type { AuditFacts } from '@chat-admin/domain/shared/audit-facts';
import { Overloaded } from '@chat-admin/domain/shared/domain-error';
import { isDatabaseAway } from '@chat-admin/persistence/database/database-away';
import { databaseError, isRepeatable } from '@chat-admin/persistence/database/database-error';
import type { Persistence } from '@chat-admin/server/composition/open-persistence';
import { auditEntry, withAudit } from '@chat-admin/server/edge/audited-requests';
import type { Logger } from 'pino';
import { MakerRights } from '../access/maker-rights.js';

const PASSWORD_LENGTH = 16;
/** 32 that nobody takes for another one */
const PASSWORD_CHARACTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
/** A line that takes too long each time is to blame. */
const MOST_ATTEMPTS = 3;
const TOO_SLOW = ['57014', '55P03'];

export function createJobTools(
  persistence: Persistence,
  issuer: string | null,
  log: Logger,
): JobTools {
  const rights = new MakerRights(persistence, issuer);
  return {
    readLine,
    now: () => performance.now(),
    isAdministrator: (name) => rights.isAdministrator(name),
    isReserved: (name) => rights.isReserved(name),
    isReader: (name) => rights.isReader(name),
    hasRole: (name) => persistence.roles.anyOf([name]),
    newPassword: () =>
      Array.from(
        { length: PASSWORD_LENGTH },
        () => PASSWORD_CHARACTERS[randomInt(PASSWORD_CHARACTERS.length)],
      ).join(''),
    failureOf: (error, attempt) => {
      if (isRepeatable(error) || error instanceof Overloaded) return null;
      const fault = faultOf(error);
      if (fault !== null) return failureIn(fault);
      if (isDatabaseAway(error)) {
        const isSlow = TOO_SLOW.includes(databaseError(error).code ?? '');
        return isSlow && attempt >= MOST_ATTEMPTS ? failureIn(databaseAway()) : null;
      }
      log.error(error, 'A line of a job has failed');
      return failureIn(unexpected());
    },
    audited: (job, work) => {
      const audit = new JobAudit(job);
      return withAudit(audit, () => work(audit));
    },
    isEntitled: async (maker: JobMaker) => (await rights.of(maker)) !== null,
  };
}

const failureIn = ({ exception, message, detail }: WireFault): LineFailure => ({
  exception,
  message,
  detail,
});

/** The entry of a batch, which its transaction writes. Contract: extensions E7.2 "Batch" */
class JobAudit implements PendingAudit, BatchAudit {
  /** null: there is no entry */
  private facts: AuditFacts | null = {};
  /** what one line has done for all of them */
  private ofBatch: AuditFacts = {};
  /** people whom its lines name besides those that they are about */
  private readonly concerned = new Set<string>();

  constructor(private readonly job: ClaimedJob) {}

  origin(): ChangeOrigin {
    return { actor: this.job.maker.name, source: 'job', request: null };
  }

  note({ lastAdministrator, users, added, removed, about }: AuditFacts): void {
    if (lastAdministrator) this.ofBatch = { lastAdministrator };
    for (const name of [users, added, removed, about].flatMap(allOf)) {
      if (this.concerned.size === MOST_NAMES) return;
      this.concerned.add(withoutRole(name));
    }
  }

  say(facts: AuditFacts | null): void {
    this.facts = facts;
  }

  /** Each attempt of the transaction writes one. */
  take(): AuditEntry | null {
    if (this.facts === null) return null;
    const { id, type, maker } = this.job;
    const about = namesOf([...this.concerned, ...allOf(this.facts.about)], (name) => name);
    return auditEntry({
      author: authorOf(maker),
      summary: `JOB ${type} ${id}`,
      object: `/jobs/${id}`,
      outcome: 200,
      exception: null,
      requestId: null,
      address: null,
      facts: { key: keyOf(maker), ...this.facts, ...this.ofBatch, about },
    });
  }

  giveBack(): void {
    // the next attempt takes it anew
  }
}
