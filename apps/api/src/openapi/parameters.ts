import { GROUPS_OF_LINES, ON_EXISTING, UNKNOWN_COLUMNS } from '@chat-admin/domain/jobs/job';
import { JOB_TYPES } from '@chat-admin/domain/jobs/job-types';

interface Parameter {
  /** if it is not that of the component */
  readonly name?: string;
  readonly required?: true;
  readonly description: string;
  readonly schema: object;
  readonly deprecated?: true;
}

const text = (description: string): Parameter => ({ description, schema: { type: 'string' } });
const flag = (description: string): Parameter => ({
  description,
  schema: { type: 'boolean', default: false },
});
const moment = (description: string): Parameter => ({
  description: `${description}: seconds since 1970, or a date with time`,
  schema: { type: 'string' },
});

/** Parameters in the path, by name. */
export const PATH_PARAMETERS: Readonly<Record<string, Parameter>> = {
  username: text(
    'Name of the account, the local part of its JID; a JID of the domain names it, too',
  ),
  groupName: text('Name of the group'),
  jid: text('JID of the contact or user'),
  key: text('Key of the system property'),
  type: text('Type of connections, as SOCKET_C2S'),
  encrypted: text('Whether encrypted connections are asked for'),
  nodeId: text('Id of the node'),
  serviceName: text('Name of the chat service'),
  roomName: text('Name of the room, the local part of its JID'),
  name: text('User name, JID, group name or group JID'),
  resource: text('Resource of the session, the last part of its JID'),
  nickname: text('Nickname in the room'),
  id: text('Id of the message, the key, the job or the webhook'),
};

/** Query parameters, by name. */
export const QUERY_PARAMETERS: Readonly<Record<string, Parameter>> = {
  reason: {
    description: 'Why, for those whom it concerns',
    schema: { type: 'string', maxLength: 255 },
  },
  alternateRoom: text('JID of a room that occupants are told to go to'),
  search: text('What the names, or the messages, found contain'),
  sender: text('Messages of this bare JID'),
  propertyKey: text('Key of a property that the users found have'),
  propertyValue: text('Value of that property'),
  servicename: {
    description: 'Name of the chat service',
    schema: { type: 'string', default: 'conference' },
  },
  sendInvitations: flag('Whether those who are added are invited'),
  mutual: flag('Whether the contact, if local, gets the same the other way round'),
  expandGroups: flag('Whether members of groups are shown among the people of a room'),
  type: {
    description: 'Which rooms: `public` or `all`',
    schema: { type: 'string', default: 'public' },
  },
  username: text('Entries of this user'),
  offset: {
    description: 'Entries to skip',
    schema: { type: 'integer', default: 0 },
  },
  limit: {
    description: 'Entries at most',
    schema: { type: 'integer' },
  },
  startTime: moment('Entries from then on'),
  endTime: moment('Entries until then'),
  after: moment('Messages after then, what is behind a cursor, or events after this id'),
  replayAfter: {
    name: 'after',
    required: true,
    description: 'Id of the event after which it begins',
    schema: { type: 'string' },
  },
  object: text('Entries about this object, exactly'),
  outcome: text('Entries with this outcome, exactly'),
  address: text('Entries of requests from this address, exactly'),
  request: text('Entries of this request'),
  types: text('Types of events, separated by commas, such as `user.*`; all unless given'),
  before: moment('Messages before then, or before a cursor'),
  from: moment('The first moment, a day before the last one unless given'),
  to: moment('The last moment, now unless given'),
  step: {
    description: 'How many seconds each sample stands for',
    schema: { type: 'integer', minimum: 60, default: 3600 },
  },
  jobType: {
    name: 'type',
    required: true,
    description: 'What the lines are about',
    schema: { type: 'string', enum: JOB_TYPES },
  },
  onExisting: {
    description:
      'What a line does with a user or group that exists: it fails, leaves it as it is, or changes it as PATCH does',
    schema: { type: 'string', enum: ON_EXISTING, default: 'fail' },
  },
  groupsOfLines: {
    name: 'groups',
    description:
      'Of users whose lines name groups: they are added to these, or are in exactly these. An empty cell or list is no group',
    schema: { type: 'string', enum: GROUPS_OF_LINES, default: 'add' },
  },
  jobDryRun: {
    ...flag('Whether the job only checks each line, and reports what would happen'),
    name: 'dryRun',
  },
  unknownColumns: {
    description:
      'What becomes of a CSV with columns that are not known: it fails, or they are ignored',
    schema: { type: 'string', enum: UNKNOWN_COLUMNS, default: 'fail' },
  },
  generatePasswords: flag('Whether users who would be created without a password get one'),
  exact: flag('Whether the keys below it stay'),
  overlap: {
    description: 'How many seconds the former secret stays valid, 0 to 2592000',
    schema: { type: 'integer', minimum: 0, maximum: 2_592_000, default: 86_400 },
  },
  dryRun: flag('Whether it is only tried: the answer is that of the change, but nothing changes'),
  others: flag('Whether the other sessions of the caller end, instead of this one'),
  connectionType: text('Type of connections, as SOCKET_C2S'),
  encrypted: text('Whether encrypted connections are asked for'),
  encypted: { ...text('Misspelt `encrypted`'), deprecated: true },
};

/** Request headers, by name. */
export const HEADER_PARAMETERS: Readonly<Record<string, Parameter>> = {
  'Idempotency-Key': text(
    'A text of the client, the same each time it sends this request, which then acts once',
  ),
  'Last-Event-ID': text('The id of the event that the client has seen last; for streams'),
  'X-CSRF-Token': text(
    'The token of the session, which changes with its cookie need; GET `/session` tells it',
  ),
  'If-Match': text('Tags, one of which what is changed has, or `*`: it exists'),
  'If-None-Match': text('Tags of documents that the client has, or `*`: nothing is there'),
};
