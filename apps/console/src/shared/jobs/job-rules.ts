import type { Job } from '@chat-admin/client';
import type { Scope } from '../session/scopes';

export const isOver = ({ status }: Job): boolean => status !== 'queued' && status !== 'running';

const RESULTS_SCOPES: Readonly<Record<Job['type'], Scope>> = {
  users: 'users:read',
  groups: 'groups:read',
  memberships: 'groups:read',
  affiliations: 'rooms:read',
  rooms: 'rooms:read',
  lockouts: 'lockouts:read',
  passwords: 'users:read',
  messages: 'messages:write',
  sessions: 'sessions:read',
  purge: 'history:read',
  files: 'files:read',
  'person-export': '*',
  'person-erase': '*',
};

/** What reading the results of a job needs besides `jobs:read`. Contract: extensions E5.2 */
export const resultsScope = (type: Job['type']): Scope => RESULTS_SCOPES[type];

/** Jobs of up to so many lines end within seconds. */
const SHORT = 1_000;

/** No event tells how far it is, and nothing happens to it once it is over. */
export const progressEvery = (job: Job | undefined): number | null => {
  if (job !== undefined && isOver(job)) return null;
  return job !== undefined && job.lines <= SHORT ? 1 : 5;
};
