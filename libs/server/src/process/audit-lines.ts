import type { AuditEntry } from '@chat-admin/domain/audit/audit-trail';
import type { DestinationStream, Logger } from 'pino';
import { createLog } from './log.js';
import type { LogFormat } from './log.js';

/** Kinds of objects that are two words; in a summary names follow. */
const ACTION =
  /^\S+ (?:chat service|group member|user groups|room invitations?|rotated key|message to users|(?:owner|admin|member|outcast) group|\S+)/;
/** Whose summary goes on with the name of a user. */
const ABOUT_USER = /^\S+ (?:user groups|user|vcard|photo|lockout|role|roster|sessions) ([^\s/]+)/;
const FAILED = 400;

/**
 * Writes audit entries to the log, for systems that collect events. A process that is killed may lose the last ones; the
 * audit log in the database has them.
 */
export function auditLines(
  format: LogFormat,
  destination?: DestinationStream,
): (entry: AuditEntry) => void {
  const log: Logger = createLog('info', format, destination);
  return (entry) => log.info(membersOf(entry), entry.summary);
}

function membersOf({ username, summary, details, timestamp }: AuditEntry): object {
  const facts = factsOf(details);
  const outcome = Number(facts['outcome'] ?? 0);
  return {
    'event.dataset': 'chat-admin.audit',
    'event.kind': 'event',
    'event.category': 'iam',
    'event.created': timestamp.toISOString(),
    'event.action': ACTION.exec(summary)?.[0] ?? summary,
    'event.outcome': outcome < FAILED && facts['exception'] === undefined ? 'success' : 'failure',
    'user.name': username,
    'user.target.name': ABOUT_USER.exec(summary)?.[1],
    'url.path': facts['object'],
    'http.response.status_code': outcome || undefined,
    'http.request.id': facts['request'],
    'trace.id': facts['trace'],
    'client.ip': facts['address'] === 'unknown' ? undefined : facts['address'],
    'error.type': facts['exception'],
    'event.reason': details,
  };
}

/** The members that every entry has come first, and hold no separator. */
function factsOf(details: string): Readonly<Record<string, string | undefined>> {
  const facts: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const fact of details.split('; ')) {
    const middle = fact.indexOf('=');
    const name = fact.slice(0, middle);
    if (middle > 0) facts[name] ??= fact.slice(middle + 1);
  }
  return facts;
}
