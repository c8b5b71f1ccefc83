import type shell from './shell/en.json';
import type audit from './audit/en.json';
import type cluster from './cluster/en.json';
import type groups from './groups/en.json';
import type jobs from './jobs/en.json';
import type keys from './keys/en.json';
import type messages from './messages/en.json';
import type overview from './overview/en.json';
import type own from './own/en.json';
import type rooms from './rooms/en.json';
import type sessions from './sessions/en.json';
import type system from './system/en.json';
import type users from './users/en.json';
import type webhooks from './webhooks/en.json';

/** The English texts: those of the shell and of what contexts share, and those of each context, loaded with its screens. */
export interface TextFiles {
  readonly shell: typeof shell;
  readonly audit: typeof audit;
  readonly cluster: typeof cluster;
  readonly groups: typeof groups;
  readonly jobs: typeof jobs;
  readonly keys: typeof keys;
  readonly messages: typeof messages;
  readonly overview: typeof overview;
  readonly own: typeof own;
  readonly rooms: typeof rooms;
  readonly sessions: typeof sessions;
  readonly system: typeof system;
  readonly users: typeof users;
  readonly webhooks: typeof webhooks;
}
