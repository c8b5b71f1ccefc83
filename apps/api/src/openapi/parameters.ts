import { KEY_PATTERN } from '@chat-admin/domain/access/idempotency-keys';
import { RUN_MODES } from '@chat-admin/domain/directories/directory-run';
import { EVENT_ID_PATTERN, TYPE_WORDS } from '@chat-admin/domain/events/event-queries';
import { GROUPS_OF_LINES, ON_EXISTING, UNKNOWN_COLUMNS } from '@chat-admin/domain/jobs/job';
import { JOB_TYPES } from '@chat-admin/domain/jobs/job-types';
import { RETENTION_KINDS } from '@chat-admin/domain/retention/retention-rule';
import { ACCOUNT_PATTERN, JID_PATTERN, LOCALPART_PATTERN } from '@chat-admin/domain/shared/jid';
import { TAGS_PATTERN } from '@chat-admin/server/edge/entity-tags';
import { CURSOR_PATTERN } from '../http/cursor.js';
import { CONNECTION_TYPES } from '../system/connection-checks.js';
import { listOfWords, PAGE_LENGTH } from './list-parameters.js';

interface Parameter {
  /** if it is not that of the component */
  readonly name?: string;
  readonly required?: true;
  readonly description: string;
  readonly schema: object;
  readonly style?: 'form';
  readonly explode?: false;
  readonly deprecated?: true;
}

/** @param form what else is known of it */
const text = (description: string, form: object = {}): Parameter => ({
  description,
  schema: { type: 'string', ...form },
});
const flag = (description: string): Parameter => ({
  description,
  schema: { type: 'boolean', default: false },
});
/** Whether, where both count unless it is given. */
const whether = (description: string): Parameter => ({ description, schema: { type: 'boolean' } });
const moment = (description: string): Parameter =>
  text(`${description}, in whole seconds; seconds since 1970 are read, too`, {
    format: 'date-time',
  });

const NAMED = { minLength: 1 };
const JID = { format: 'jid', pattern: JID_PATTERN };
const NUMBER = { pattern: '^[0-9]{1,19}$' };
const SERVICE = { pattern: '^[^\\s@/]+$' };
const EVENT = { pattern: EVENT_ID_PATTERN };
const DATE_TIME = '[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+(?:Z|[+-][0-9]{2}:?[0-9]{2})';
const PLACE_IN_HISTORY = { pattern: `${CURSOR_PATTERN}|^${DATE_TIME}$` };
const TAGS = { pattern: TAGS_PATTERN };
const ENCRYPTED = 'Whether encrypted connections are asked for';

/** Parameters in the path, by name, or by the segment before it and its name. */
export const PATH_PARAMETERS: Readonly<Record<string, Parameter>> = {
  username: text(
    'Name of the account, the local part of its JID; a JID of the domain names it, too',
    { pattern: ACCOUNT_PATTERN },
  ),
  groupName: text('Name of the group', NAMED),
  jid: text('JID of the contact or user', JID),
  key: text('Key of the system property', NAMED),
  type: text('Type of connections', { enum: CONNECTION_TYPES }),
  encrypted: whether(ENCRYPTED),
  nodeId: text('Id of the node', NAMED),
  serviceName: text('Name of the chat service', SERVICE),
  roomName: text('Name of the room, the local part of its JID', { pattern: LOCALPART_PATTERN }),
  name: text('User name, JID, group name or group JID', NAMED),
  resource: text('Resource of the session, the last part of its JID', NAMED),
  nickname: text('Nickname in the room', NAMED),
  id: text('Id of the message, the job, the report, the run or the webhook', NUMBER),
  'directories.name': {
    ...text('Name of the directory', { pattern: '^[a-z0-9-]{1,30}$' }),
    name: 'name',
  },
  'files.id': { ...text('Id of the file, that of its slot', NAMED), name: 'id' },
  'holds.id': {
    ...text('Id of the hold', { pattern: '^[0-9]{1,19}$' }),
    name: 'id',
  },
  'retention.id': {
    ...text('Id of the rule; a default has the name of its kind', {
      pattern: `^(?:[0-9]{1,19}|${RETENTION_KINDS.join('|')})$`,
    }),
    name: 'id',
  },
  'keys.id': { ...text('Id of the key', { pattern: '^[a-z0-9]{10}$' }), name: 'id' },
};

/** Query parameters, by name. */
export const QUERY_PARAMETERS: Readonly<Record<string, Parameter>> = {
  reason: {
    description: 'Why, for those whom it concerns',
    schema: { type: 'string', maxLength: 255 },
  },
  alternateRoom: text('JID of a room that occupants are told to go to', JID),
  retract: flag('Whether everybody in the room is told, and a tombstone stays'),
  search: text('What the names, or the messages, found contain'),
  sender: text('Messages of this bare JID', JID),
  propertyKey: text('Key of a property that the users found have'),
  propertyValue: text('Value of that property'),
  servicename: {
    description: 'Name of the chat service',
    schema: { type: 'string', ...SERVICE, default: 'conference' },
  },
  sendInvitations: flag('Whether those who are added are invited'),
  mutual: flag('Whether the contact, if local, gets the same the other way round'),
  expandGroups: flag('Whether members of groups are shown among the people of a room'),
  type: {
    description: 'Which rooms',
    schema: { type: 'string', enum: ['public', 'all'], default: 'public' },
  },
  username: text('Entries of this user'),
  concerns: text(
    'Entries about the user of this name: as object, as one of a list, or of a line of a job; only with `limit` or `after`',
  ),
  changes: {
    description: 'Only changes, or only refused attempts, dry runs, sign-ins and sign-outs',
    schema: { type: 'boolean' },
  },
  offset: {
    description: 'Entries to skip',
    schema: { type: 'integer', minimum: 0, default: 0 },
  },
  auditLimit: {
    name: 'limit',
    description: 'Entries at most',
    schema: { type: 'integer', minimum: 0, default: 100 },
  },
  auditAfter: {
    ...text('Where a page begins: the cursor in the `Link` of the page before', {
      pattern: CURSOR_PATTERN,
    }),
    name: 'after',
  },
  eventsLimit: {
    name: 'limit',
    description: 'Events at most, where they are no stream',
    schema: { ...PAGE_LENGTH, default: 100 },
  },
  eventsAfter: {
    ...text('Events after the one with this id; unless given, those that are kept', EVENT),
    name: 'after',
  },
  historyLimit: {
    name: 'limit',
    description: 'Messages at most',
    schema: { type: 'integer', minimum: 0 },
  },
  historyAfter: {
    ...text(
      'Messages after then, or behind a cursor of a `Link`; other forms of times are read, too',
      PLACE_IN_HISTORY,
    ),
    name: 'after',
  },
  startTime: moment('Entries from then on'),
  endTime: moment('Entries until then'),
  replayAfter: {
    name: 'after',
    required: true,
    description: 'Id of the event after which it begins',
    schema: { type: 'string', ...EVENT },
  },
  object: text('Entries about this object, exactly'),
  outcome: text('Entries with this outcome, exactly'),
  address: text('Entries of requests from this address, exactly'),
  request: text('Entries of this request'),
  types: { description: 'Types of events; all unless given', ...listOfWords(TYPE_WORDS) },
  before: text(
    'Messages before then, or before a cursor of a `Link`; other forms of times are read, too',
    PLACE_IN_HISTORY,
  ),
  purgeBefore: {
    ...text(
      'Messages of that moment and later ones stay, of now and later unless given; milliseconds since 1970 are read, too',
      { format: 'date-time' },
    ),
    name: 'before',
  },
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
  runMode: {
    name: 'mode',
    description: 'Whether everything is read, or what has changed since the last run',
    schema: { type: 'string', enum: RUN_MODES, default: 'changes' },
  },
  runDryRun: {
    ...flag('Whether the run only shows what it would do'),
    name: 'dryRun',
  },
  unknownColumns: {
    description:
      'What becomes of a CSV with columns that are not known: it fails, or they are ignored',
    schema: { type: 'string', enum: UNKNOWN_COLUMNS, default: 'fail' },
  },
  generatePasswords: flag(
    'Whether users who would be created without a password, and lines of passwords without one, get one',
  ),
  exact: flag('Whether the keys below it stay'),
  overlap: {
    description: 'How many seconds the former secret stays valid, 0 to 2592000',
    schema: { type: 'integer', minimum: 0, maximum: 2_592_000, default: 86_400 },
  },
  dryRun: flag('Whether it is only tried: the answer is that of the change, but nothing changes'),
  fileUser: {
    ...text('User name, or JID of the domain'),
    name: 'user',
    required: true,
  },
  others: flag('Whether the other sessions of the caller end, instead of this one'),
  issuer: flag('Whether the answer says where the session at the issuer ends'),
  connectionType: text('Type of connections; all unless given', { enum: CONNECTION_TYPES }),
  encrypted: whether(ENCRYPTED),
  encypted: { ...whether('Misspelt `encrypted`'), deprecated: true },
};

/** Request headers, by name. */
export const HEADER_PARAMETERS: Readonly<Record<string, Parameter>> = {
  'Idempotency-Key': text(
    'A text of the client, the same each time it sends this request, which then acts once',
    { pattern: KEY_PATTERN },
  ),
  'Last-Event-ID': text('The id of the event that the client has seen last; for streams', EVENT),
  'X-CSRF-Token': text(
    'The token of the session, which changes with its cookie need; GET `/session` tells it',
    { pattern: '^[A-Za-z0-9_-]{43}$' },
  ),
  'If-Match': text('Tags, one of which what is changed has, or `*`: it exists', TAGS),
  'If-None-Match': text('Tags of documents that the client has, or `*`: nothing is there', TAGS),
};
