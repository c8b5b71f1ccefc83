import type { GroupJids } from '@chat-admin/domain/muc/affiliations/group-jids';
import type { ReportRepository } from '@chat-admin/domain/reports/report-repository';
import type { WebhookRepository } from '@chat-admin/domain/webhooks/webhook-repository';
import type { Ports } from '@chat-admin/domain/use-cases';
import type { Query } from './query-string.js';
import type { ReplyWriter } from './replies.js';

export type ObjectPorts = Pick<
  Ports,
  | 'domain'
  | 'users'
  | 'lockouts'
  | 'groups'
  | 'rooms'
  | 'chatServices'
  | 'propertyStore'
  | 'vcards'
  | 'rosters'
  | 'keys'
  | 'retention'
  | 'holds'
> & {
  readonly groupJids: GroupJids;
  readonly webhooks: WebhookRepository;
  readonly reports: ReportRepository;
};

/** What a GET of the object shows. */
export interface GuardedDocument {
  readonly writer: ReplyWriter<never>;
  readonly result: never;
}

/**
 * Locks the object that a request changes until the transaction ends, and reads it; `null` if it
 * does not exist. Contract: extensions E2, "Which object"
 */
export type Guarded = (
  ports: ObjectPorts,
  path: Readonly<Record<string, string>>,
  query: Query,
) => Promise<GuardedDocument | 'untagged' | null>;

/** @param result `null`: there is no such object */
export const guardedDocument = <T>(
  writer: ReplyWriter<T>,
  result: T | null,
): GuardedDocument | null =>
  result === null ? null : { writer: writer as ReplyWriter<never>, result: result as never };

/** A list, which exists and has no tag. */
export const aList: Guarded = () => Promise.resolve('untagged');
