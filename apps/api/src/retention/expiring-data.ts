import { JOB_RETENTION_DAYS } from '@chat-admin/domain/jobs/job';
import type { Persistence } from '@chat-admin/server/composition/open-persistence';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import type { ExpiringData } from './retention.js';
import { ruledMessages } from './ruled-messages.js';
import { sweptCopies } from './swept-copies.js';

/** Everything that is deleted after its retention. */
export function expiringData(
  {
    auditReader,
    roomHistory,
    archive,
    idempotencyKeys,
    consoleSessions,
    usedOnce,
    sessionSamples,
    eventLog,
    jobs,
    webhookQueue,
    reports,
    messageExpiry,
    heldMessages,
  }: Persistence,
  {
    auditRetentionMinDays,
    eventDays,
  }: { readonly auditRetentionMinDays: number; readonly eventDays: number },
): readonly ExpiringData[] {
  return [
    {
      what: 'audit entries',
      keptFor: systemProperty.auditRetention,
      minDays: auditRetentionMinDays,
      forget: (days, limit) => auditReader.forget(days, limit),
    },
    {
      what: 'messages of chat rooms',
      keptFor: systemProperty.historyRetention,
      zero: 'what no rule is about',
      messages: true,
      forget: ruledMessages('room', messageExpiry, (days, limit) =>
        roomHistory.forget(days, limit),
      ),
    },
    {
      what: 'what messages said that were taken back',
      keptFor: systemProperty.historyRetracted,
      zero: 'nothing',
      forget: (days, limit) => roomHistory.forgetOriginals(days, limit),
    },
    {
      what: 'messages in archives of accounts',
      keptFor: systemProperty.archiveRetention,
      zero: 'what no rule is about',
      messages: true,
      forget: ruledMessages('chat', messageExpiry, (days, limit) => archive.forget(days, limit)),
    },
    {
      what: 'rules of retention that were deleted',
      keptFor: 1,
      forget: (_days, limit) => messageExpiry.forget(limit),
    },
    {
      what: 'copies of messages that no hold covers',
      keptFor: 1,
      forget: sweptCopies(heldMessages),
    },
    {
      what: 'sessions of browsers',
      keptFor: 1,
      forget: (_days, limit) => consoleSessions.forget(limit),
    },
    {
      what: 'what counts one time',
      keptFor: 1,
      forget: (_days, limit) => usedOnce.forget(limit),
    },
    {
      what: 'events',
      keptFor: eventDays,
      forget: (days, limit) => eventLog.forget(days, limit),
    },
    {
      what: 'idempotency keys',
      keptFor: 1,
      forget: (days, limit) => idempotencyKeys.forget(days, limit),
    },
    {
      what: 'counts of sessions',
      keptFor: 30,
      forget: (days, limit) => sessionSamples.forget(days, limit),
    },
    {
      what: 'jobs',
      keptFor: JOB_RETENTION_DAYS,
      forget: (days, limit) => jobs.forget(days, limit),
    },
    {
      what: 'reports',
      keptFor: systemProperty.reportRetention,
      forget: (days, limit) => reports.forget(days, limit),
    },
    {
      what: 'deliveries of deleted webhooks',
      keptFor: 1,
      forget: (_days, limit) => webhookQueue.tidy(limit),
    },
  ];
}
