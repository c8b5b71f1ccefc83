import { AdministratorManagement } from './access/administrator-management.js';
import { AdministratorProtection } from './access/administrator-protection.js';
import { GatheredNotices } from './jobs/gathered-notices.js';
import { GroupLines, MembershipLines } from './jobs/group-lines.js';
import type { JobRepository } from './jobs/job-repository.js';
import { JobWork } from './jobs/job-work.js';
import type { JobTools } from './jobs/job-work.js';
import { PreparedKeys } from './jobs/prepared-keys.js';
import { LockoutLines } from './jobs/lockout-lines.js';
import { AffiliationLines, RoomLines } from './jobs/room-lines.js';
import { UserLines } from './jobs/user-lines.js';
import { createUseCases } from './use-cases.js';
import type { Ports, UseCaseOptions } from './use-cases.js';

/** The work on jobs, which are the use cases with other ways to the chat server and to keys. */
export function createJobWork(
  jobs: JobRepository,
  ports: Ports,
  options: UseCaseOptions,
  tools: JobTools,
): JobWork {
  const { transactions, propertyStore, properties, users, groups, domain } = ports;
  const notices = new GatheredNotices(ports.chatServer);
  const hasher = new PreparedKeys(ports.hasher);
  const cases = createUseCases({ ...ports, hasher, chatServer: notices }, options);
  const administrators = new AdministratorManagement(
    propertyStore,
    properties,
    users,
    domain,
    transactions,
  );
  const planners = {
    users: new UserLines(cases.users, cases.userRemoval, cases.userGroups, users, hasher),
    groups: new GroupLines(cases.groups, groups),
    memberships: new MembershipLines(cases.groupMembers),
    affiliations: new AffiliationLines(cases.affiliations),
    rooms: new RoomLines(cases.rooms, cases.roomRemoval),
    lockouts: new LockoutLines(cases.lockouts, ports.lockouts),
  };
  const protection = new AdministratorProtection(administrators, propertyStore, transactions);
  return new JobWork(jobs, transactions, planners, notices, protection, tools);
}
