/** What documents are, by the name of their schema. */
const ABOUT: Readonly<Record<string, string>> = {
  User: 'An account',
  Users: 'Accounts',
  Lockout: 'A lockout of an account',
  AccountRole: 'The role of an account',
  Lockouts: 'Lockouts of accounts',
  LockoutDraft: 'What is decided of a lockout',
  GroupNames: 'Groups of a user',
  RosterItem: 'A contact in the roster of a user',
  Roster: 'The contacts of a user',
  PatchedRoster: 'How much of a roster has changed',
  Group: 'A group with its people',
  GroupSummary: 'A group without its people',
  Groups: 'Groups without their people',
  GroupMember: 'Somebody in a group',
  GroupMembers: 'The people of a group',
  ChatService: 'A chat service',
  ChatServices: 'Chat services',
  ConfiguredChatService: 'A chat service with its settings',
  ChatRoom: 'A room with who belongs to it',
  ChatRooms: 'Rooms',
  Results: 'What has become of each of many rooms',
  Participant: 'An occupant with the role participant',
  Participants: 'Occupants with the role participant',
  Occupant: 'A client inside a room',
  Occupants: 'The clients inside a room',
  OccupantDraft: 'What is decided of an occupant',
  RoomMessage: 'A message in a room',
  Messages: 'Messages in a room',
  MucInvitation: 'An invitation into a room',
  Owners: 'Owners of a room',
  Admins: 'Administrators of a room',
  Members: 'Members of a room',
  Outcasts: 'People who are banned from a room',
  Property: 'A system property',
  Properties: 'System properties',
  HealthPart: 'How a part of the service is',
  Health: 'How the service is',
  OverviewPart: 'A count of the overview',
  Overview: 'What there is, and what needs attention',
  PersonalMessage: 'A message of the domain, or of a room',
  Session: 'A session of a client',
  Sessions: 'Sessions of clients',
  Message: 'A message to all',
  SessionCount: 'How many sessions there are',
  SessionsSample: 'How many sessions there were in a step of time',
  SessionsHistory: 'How many sessions there were',
  Archive: 'How many messages wait for somebody',
  Log: 'An entry of the security audit log',
  Logs: 'Entries of the security audit log',
  AuditAnchor: 'A seal of the audit log of which copies are outside',
  AuditAnchors: 'How far the audit log is sealed, and its anchors',
  Clustering: 'The state of the cluster',
  ClusterNode: 'An instance of the service',
  ClusterNodes: 'The instances of the service',
  Key: 'A key of a program',
  Keys: 'Keys of programs',
  KeyDraft: 'What is decided of a key',
  IssuedKey: 'A key with its token',
  ApiSession: 'Who calls',
  SignIn: 'A login',
  Event: 'Something that has happened; there may be other types one day, which a reader skips',
  Events: 'Things that have happened',
  Job: 'A job',
  Jobs: 'Jobs of all types',
  JobLines: 'Lines of a job, of any type',
  JobResult: 'What has become of a line of a job',
  JobResults: 'What has become of lines of a job',
  Webhook: 'A receiver of events',
  Webhooks: 'Receivers of events',
  WebhookDraft: 'What is decided of a new receiver of events',
  IssuedWebhook: 'A receiver of events with its secret',
  Delivery: 'An event on its way to a receiver',
  Deliveries: 'Events on their way to a receiver',
};

const FORMS: Readonly<Record<string, string>> = {
  Body: ', as it is sent',
  Update: ', as a change of it is sent',
  Patch: ': a merge patch (RFC 7396)',
};

/**
 * @param schema with `Body` or the like at its end for other forms of the document
 * @throws if nothing is said of the document
 */
export function schemaDescription(schema: string): string {
  const form = /(?:Body|Update|Patch)$/.exec(schema)?.[0] ?? '';
  const name = schema.slice(0, schema.length - form.length);
  const about = ABOUT[name];
  if (about === undefined) throw new Error(`Nothing is said of the schema ${schema}`);
  return `${about}${FORMS[form] ?? ''}`;
}
