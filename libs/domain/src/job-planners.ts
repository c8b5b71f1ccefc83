import { FileLines } from './jobs/file-lines.js';
import { GroupLines, MembershipLines } from './jobs/group-lines.js';
import type { Planners } from './jobs/job-work.js';
import { LiveCases } from './jobs/live-lines.js';
import { LockoutLines } from './jobs/lockout-lines.js';
import { MessageLines } from './jobs/message-lines.js';
import { ErasureLines, ExportLines } from './jobs/person-lines.js';
import { PasswordLines } from './jobs/password-lines.js';
import type { PreparedKeys } from './jobs/prepared-keys.js';
import { GroupJids } from './muc/affiliations/group-jids.js';
import { AffiliationLines, RoomLines } from './jobs/room-lines.js';
import { PurgeLines } from './jobs/purge-lines.js';
import { SessionLines } from './jobs/session-lines.js';
import { UserLines } from './jobs/user-lines.js';
import type { Ports, UseCases } from './use-cases.js';

/**
 * How the lines of each type are done.
 * @param ports whose chat server tells of a batch at once
 * @param cases the use cases on these ports
 * @param atOnce the same, but commands to the chat server are given at once
 */
export function createPlanners(
  ports: Ports,
  cases: UseCases,
  atOnce: UseCases,
  keys: PreparedKeys,
): Planners {
  const { users, groups, lockouts, chatServer, digest, domain } = ports;
  const sessions = new LiveCases(atOnce.sessions, cases.sessions);
  const jids = new GroupJids(domain, digest);
  const messages = new LiveCases(atOnce.messages, cases.messages);
  return {
    users: new UserLines(
      cases.users,
      cases.userRemoval,
      cases.userGroups,
      cases.roles,
      users,
      keys,
      domain,
    ),
    groups: new GroupLines(cases.groups, groups),
    memberships: new MembershipLines(cases.groupMembers, domain),
    affiliations: new AffiliationLines(cases.affiliations, domain, jids),
    rooms: new RoomLines(cases.rooms, cases.roomRemoval),
    lockouts: new LockoutLines(cases.lockouts, lockouts, domain),
    passwords: new PasswordLines(cases.users, keys, domain),
    messages: new MessageLines(messages, chatServer, domain),
    sessions: new SessionLines(sessions, chatServer, domain),
    purge: new PurgeLines(cases.messagePurge, domain),
    files: new FileLines(cases.files, domain),
    'person-export': new ExportLines(cases.personExport, domain),
    'person-erase': new ErasureLines(cases.personErasure, domain),
  };
}
