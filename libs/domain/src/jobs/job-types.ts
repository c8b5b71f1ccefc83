import type { Scope } from '../shared/scopes.js';

/** What is special about the jobs of a type. */
export interface JobTypeRules {
  /** what reading its results needs. Contract: extensions E5.2 */
  readonly read: Scope;
  /** what making, ending and removing jobs of it needs */
  readonly write: Scope;
  /** columns, or members, without which no line can be done */
  readonly needs: readonly string[];
  /** what a column needs besides. Contract: extensions E5.2 "Also needed" */
  readonly columns?: Readonly<Record<string, Scope>>;
  /** of a table, if fewer than any may have */
  readonly mostLines?: number;
  /** two lines about the same are likely a mistake. Contract: extensions E7.2 `warning` */
  readonly namesOnce?: true;
  /** its one line makes a file, for who has made the job */
  readonly makesFile?: true;
}

const GROUPS = { read: 'groups:read', write: 'groups:write' } as const;
const ROOMS = { read: 'rooms:read', write: 'rooms:write' } as const;

/**
 * What the lines of a job are about, each with an entry here, in `job-planners.ts`, and in
 * `libs/codecs/src/jobs/line-docs.ts`. Contract: extensions E7.1
 */
export const JOB_TYPE_RULES = {
  users: {
    ...{ read: 'users:read', write: 'users:write', needs: ['username'] },
    columns: { groups: 'groups:write', role: 'admins:write' },
    namesOnce: true,
  },
  groups: { ...GROUPS, needs: ['name'], namesOnce: true },
  memberships: { ...GROUPS, needs: ['group', 'jid'] },
  affiliations: { ...ROOMS, needs: ['room', 'jid', 'affiliation'] },
  rooms: { ...ROOMS, needs: ['room'], namesOnce: true },
  lockouts: {
    ...{ read: 'lockouts:read', write: 'lockouts:write', needs: ['username'] },
    namesOnce: true,
  },
  passwords: { read: 'users:read', write: 'users:write', needs: ['username'], namesOnce: true },
  messages: { read: 'messages:write', write: 'messages:write', needs: ['receiver', 'body'] },
  sessions: { read: 'sessions:read', write: 'sessions:write', needs: ['jid'] },
  purge: { read: 'history:read', write: 'history:write', needs: [] },
  files: { read: 'files:read', write: 'files:write', needs: ['action'] },
  'person-export': { read: '*', write: '*', needs: ['jid'], mostLines: 1, makesFile: true },
  'person-erase': { read: '*', write: '*', needs: ['jid'] },
} as const satisfies Readonly<Record<string, JobTypeRules>>;

export type JobType = keyof typeof JOB_TYPE_RULES;

export const JOB_TYPES = Object.keys(JOB_TYPE_RULES) as readonly JobType[];

export const rulesOf = (type: JobType): JobTypeRules => JOB_TYPE_RULES[type];

/** What a table with these columns needs besides the scope of its type. */
export const scopesOfColumns = (type: JobType, names: readonly string[]): readonly Scope[] =>
  Object.entries(rulesOf(type).columns ?? {}).flatMap(([name, scope]) =>
    names.includes(name) ? [scope] : [],
  );
