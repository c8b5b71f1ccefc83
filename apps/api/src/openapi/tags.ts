/** First segments of the paths, with what is there. */
export const TAGS: Readonly<Record<string, string>> = {
  users: 'Accounts, their groups, rosters and vCards',
  lockouts: 'Accounts that cannot log in',
  groups: 'Groups of users, which may be shared with their rosters',
  chatservices: 'Multi-user chat services',
  chatrooms: 'Chat rooms, who belongs to them, and what was said',
  sessions: 'Who is online',
  messages: 'Messages to users',
  archive: 'Messages that wait for a user',
  system: 'System properties, statistics and health',
  logs: 'The security audit log',
  clustering: 'The instances of this service',
  keys: 'Keys of programs that call this API',
  jobs: 'The same for each line of a table, and what has become of it',
  session: 'Who calls, and sessions of browsers',
  events: 'What has been changed, by whom',
  openapi: 'This description',
};
