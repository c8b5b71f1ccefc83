import type { Persistence } from '@chat-admin/server/composition/open-persistence';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import type { RetentionRule } from './retention.js';

/** Everything that is deleted after its retention. */
export function retentionRules(
  { auditReader, roomHistory, archive }: Persistence,
  { auditRetentionMinDays }: { readonly auditRetentionMinDays: number },
): readonly RetentionRule[] {
  return [
    {
      what: 'audit entries',
      property: systemProperty.auditRetention,
      minDays: auditRetentionMinDays,
      forget: (days, limit) => auditReader.forget(days, limit),
    },
    {
      what: 'messages of chat rooms',
      property: systemProperty.historyRetention,
      forget: (days, limit) => roomHistory.forget(days, limit),
    },
    {
      what: 'messages in archives of accounts',
      property: systemProperty.archiveRetention,
      forget: (days, limit) => archive.forget(days, limit),
    },
  ];
}
