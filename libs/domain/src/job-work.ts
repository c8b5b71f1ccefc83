import { AdministratorProtection } from './access/administrator-protection.js';
import { createPlanners } from './job-planners.js';
import { GatheredNotices } from './jobs/gathered-notices.js';
import type { JobRepository } from './jobs/job-repository.js';
import { JobWork } from './jobs/job-work.js';
import type { JobTools } from './jobs/job-work.js';
import { LineWarnings } from './jobs/line-warnings.js';
import { CommandsAtOnce } from './jobs/live-lines.js';
import { PreparedKeys } from './jobs/prepared-keys.js';
import { createUseCases } from './use-cases.js';
import type { Ports, UseCaseOptions } from './use-cases.js';

/** The work on jobs, which are the use cases with other ways to the chat server and to keys. */
export function createJobWork(
  jobs: JobRepository,
  ports: Ports,
  options: UseCaseOptions,
  tools: JobTools,
): JobWork {
  const { transactions } = ports;
  const notices = new GatheredNotices(ports.chatServer);
  const hasher = new PreparedKeys(ports.hasher);
  const ours = { ...ports, hasher, chatServer: notices };
  const cases = createUseCases(ours, options);
  const atOnce = createUseCases(
    { ...ours, transactions: new CommandsAtOnce(transactions) },
    options,
  );
  const planners = createPlanners(ours, cases, atOnce, hasher);
  const protection = new AdministratorProtection(ports);
  const warnings = new LineWarnings(jobs, ports.users, ports.groups);
  return new JobWork(jobs, transactions, planners, notices, protection, warnings, tools);
}
