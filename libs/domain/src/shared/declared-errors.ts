import { error } from './error-declaration.js';
import type { ErrorDeclaration } from './error-declaration.js';

const ILLEGAL = {
  exception: 'IllegalArgumentException',
  userService: 'IllegalArgumentException',
} as const;
const USER_NOT_FOUND = {
  exception: 'UserNotFoundException',
  userService: 'UserNotFoundException',
} as const;
const USER_EXISTS = {
  exception: 'UserAlreadyExistsException',
  userService: 'UserAlreadyExistsException',
} as const;
const SHARED_GROUP = {
  exception: 'SharedGroupException',
  userService: 'SharedGroupException',
} as const;

/** One that the user service has no name for. */
const named = <const E extends string>(exception: E) =>
  ({ exception, userService: 'IllegalArgumentException' }) as const;

const NOT_ALLOWED = named('NotAllowedException');
const MANAGED = named('ManagedObjectException');
const EXISTS = named('AlreadyExistsException');
const FORBIDDEN = named('ForbiddenException');
const UNAVAILABLE = named('ServiceUnavailableException');
const EVENTS_GONE = named('EventsGoneException');
const PROPERTY_NOT_FOUND = named('PropertyNotFoundException');

const invalid = <const T extends string>(text: T) => error('invalid', ILLEGAL, text);
const notAllowed = <const T extends string>(text: T) => error('not-allowed', NOT_ALLOWED, text);
const notFound = <const T extends string>(exception: string, text: T) =>
  error('not-found', named(exception), text);

/**
 * Every error of the domain, by its code: the only place that says what it is called anywhere. The
 * classes beside the rules that raise them, the answers of the API and of the user service, the exit
 * codes of the command line and all documentation derive from it.
 */
export const ERRORS = {
  // of any request
  'invalid-value': invalid('Invalid value for {value}'),
  'value-too-long': invalid('Invalid value for {field}: longer than {limit}'),
  'invalid-parameter': invalid('Invalid value for parameter {name}: {sent}'),
  'unreadable-body': invalid('Could not read the request body: {reason}'),
  'unknown-member': invalid('Unknown member: {name}'),
  'invalid-jid': invalid('Unable to parse value as jid: {value}'),
  'too-many-entries': error(
    'too-large',
    named('PayloadTooLargeException'),
    'The request body has too many {things}: more than {limit}',
  ),
  'scope-missing': error('forbidden', FORBIDDEN, 'The scope {scope} is needed'),
  overloaded: error('busy', UNAVAILABLE, 'Too much work is waiting, try again later'),
  'too-many-lists': error('busy', UNAVAILABLE, 'Too many lists are being read'),
  'list-too-slow': error('too-slow', UNAVAILABLE, 'The list takes too long, narrow the filter'),
  'chat-server-unavailable': error('unreachable', UNAVAILABLE, 'The chat server cannot be reached'),
  'chat-server-incapable': invalid('The chat server cannot do what the request asks for'),

  // users
  'user-not-found': error('not-found', USER_NOT_FOUND, 'Could not get user'),
  'user-to-rename-not-found': error('not-found', USER_NOT_FOUND, 'Could not find user'),
  'user-already-exists': error('already-exists', USER_EXISTS, 'Could not create new user'),
  'user-not-local': invalid('This service cannot be used for non-local users.'),
  'invalid-username': invalid('Could not create new user'),
  'password-missing': error(
    'invalid',
    named('PasswordIsNull'),
    'Could not create new user, because password is null',
  ),
  'password-empty': invalid('Could not update the user, because the password is empty'),
  'new-user-property-incomplete': invalid(
    'Could not create new user, because a property has no key or no value',
  ),
  'user-property-incomplete': invalid(
    'Could not update the user, because a property has no key or no value',
  ),
  'managed-object': error('not-allowed', MANAGED, 'Managed by {source}'),
  'managed-fields': error('not-allowed', MANAGED, 'Managed by {source}: {fields}'),
  'role-not-found': notFound('RoleNotFoundException', 'Could not find role'),
  'photo-not-found': notFound('PhotoNotFoundException', 'Could not find photo'),
  'invalid-vcard': invalid('Could not parse the provided data as a vCard'),
  'lockout-not-found': notFound('LockoutNotFoundException', 'The user is not locked'),
  'lockout-ends-before-start': invalid(
    'Could not lock the user, because the end is not after the start',
  ),

  // rosters
  'roster-jid-missing': invalid('JID is null'),
  'roster-item-missing': invalid('Could not update the roster'),
  'roster-item-already-exists': error(
    'already-exists',
    USER_EXISTS,
    'Could not create roster item',
  ),
  'roster-item-to-update-not-found': error(
    'not-found',
    USER_NOT_FOUND,
    'Could not update the roster',
  ),
  'roster-item-not-found': error(
    'not-found',
    { exception: 'RosterItemNotFound', userService: 'UserNotFoundException' },
    'Roster Item could not deleted',
  ),
  'shared-group-forbids-creation': error('invalid', SHARED_GROUP, 'Could not create roster item'),
  'shared-group-forbids-update': error('invalid', SHARED_GROUP, 'Could not update the roster'),
  'shared-group-forbids-removal': error(
    'invalid',
    SHARED_GROUP,
    'Could not delete the roster item',
  ),

  // groups
  'group-not-found': notFound('GroupNotFoundException', 'Could not find group'),
  'group-already-exists': error(
    'already-exists',
    named('GroupAlreadyExistsException'),
    'Could not create a group',
  ),
  'group-member-not-found': error('not-found', USER_NOT_FOUND, 'Could not find group member'),
  'invalid-group-name': invalid('Could not create new group'),
  'group-name-missing': invalid('Could not update new group'),
  'group-name-mismatch': invalid(
    'Could not update the group. The group name is different to the payload group name.',
  ),
  'invalid-group-member': invalid('Cannot parse a {role} value as a JID: {value}'),

  // chat services and rooms
  'chat-service-not-found': notFound(
    'MUCServiceNotFoundException',
    'Chat service does not exist or is not accessible.',
  ),
  'chat-service-already-exists': error(
    'already-exists',
    EXISTS,
    'Could not create the chat service',
  ),
  'too-many-chat-services': notAllowed('Could not create the chat service'),
  'chat-service-has-rooms': notAllowed('Could not delete the chat service'),
  'invalid-chat-service-name': invalid('Could not create the chat service'),
  'chat-service-name-mismatch': invalid('Could not update the chat service'),
  'room-not-found': notFound(
    'RoomNotFoundException',
    'Chat room does not exist or is not accessible.',
  ),
  'room-already-exists': error('already-exists', EXISTS, 'Could not create the channel'),
  'room-creation-not-allowed': notAllowed('Could not create the channel'),
  'room-update-not-allowed': notAllowed('Could not update the channel'),
  'invalid-room-name': invalid('Could not create the channel'),
  'room-name-mismatch': invalid(
    'Could not update the channel. The room name is different to the entity room name.',
  ),
  'unknown-group': invalid('Could not find group: {value}'),
  'affiliation-list-missing': invalid('Could not apply modification to list of {affiliation}'),
  'affiliation-change-not-allowed': notAllowed(
    'Could not apply modification to list of {affiliation}',
  ),
  'affiliation-removal-not-allowed': notAllowed('Could not delete affiliation'),
  'message-not-found': notFound('MessageNotFoundException', 'Could not find message'),
  'messages-not-retractable': invalid('Could not retract messages'),
  'occupant-not-found': notFound('OccupantNotFoundException', 'Could not find occupant'),
  'role-fixed': notAllowed('Could not change the role'),

  // sessions and messages
  'session-not-found': notFound('SessionNotFoundException', 'Could not find session'),
  'message-body-missing': invalid('Message content/body is null or empty'),
  'too-many-receivers': invalid(
    'Could not send the message, because the group has more than {limit} people',
  ),

  // system
  'property-not-found': error('not-found', PROPERTY_NOT_FOUND, 'Could not find property'),
  'property-to-update-not-found': error(
    'not-found',
    PROPERTY_NOT_FOUND,
    'Could not find property for update',
  ),
  'property-protected': error(
    'forbidden',
    NOT_ALLOWED,
    'This property cannot be changed through the API',
  ),
  'too-many-properties': notAllowed('Could not create the property'),
  'property-incomplete': invalid('Property name and value are required'),
  'invalid-property-name': invalid('Invalid property name'),
  'property-name-mismatch': invalid("Path property name and entity property name doesn't match"),
  'property-has-unrelated-children': invalid(
    'Could not delete the property, because the deletion could also delete unrelated properties',
  ),
  'audit-write-only': error(
    'forbidden',
    named('AuditWriteOnlyException'),
    'Could not get security audit logs, because the permission is set to write only',
  ),
  'cluster-node-not-found': notFound(
    'ClusterNodeNotFoundException',
    'Could not find a cluster node with this NodeID.',
  ),

  // keys and administrators
  'key-not-found': notFound('KeyNotFoundException', 'Could not find key'),
  'key-already-exists': error('already-exists', EXISTS, 'Could not create the key'),
  'too-many-keys': notAllowed('Could not create the key'),
  'key-too-strong': error('forbidden', FORBIDDEN, 'The key would be stronger than its maker'),
  'invalid-first-key': invalid('The token of the first key is malformed'),
  'administrator-not-found': error('not-found', USER_NOT_FOUND, 'Could not find administrator'),
  'own-account': notAllowed('You cannot do this to yourself'),
  'last-administrator': notAllowed('This is the last administrator'),
  'rights-ended': error('forbidden', FORBIDDEN, 'The rights of {maker} have ended'),

  // jobs
  'job-not-found': notFound('JobNotFoundException', 'Could not find job'),
  'too-many-jobs': notAllowed('Could not create the job'),
  'job-in-progress': notAllowed('Could not delete the job'),
  'job-not-finished': notAllowed('The job is not finished'),
  'not-the-job-maker': error(
    'forbidden',
    FORBIDDEN,
    'Only the maker of the job may fetch its {what}',
  ),
  'passwords-gone': error(
    'gone',
    named('PasswordsGoneException'),
    'The passwords have been handed out',
  ),
  'file-gone': error('gone', named('FileGoneException'), 'The file has been handed out'),
  'unreadable-table': invalid('Could not read the table: {reason}'),
  'unreadable-line': invalid('Could not read the line: {reason}'),
  'batch-without-result': notAllowed('The batch ended three times without a result'),

  // events and webhooks
  'events-gone': error('gone', EVENTS_GONE, 'Events up to {id} are no longer kept'),
  'event-not-yet-happened': error('gone', EVENTS_GONE, 'The event has not happened yet'),
  'webhook-not-found': notFound('WebhookNotFoundException', 'Could not find webhook'),
  'webhook-too-weak': error('forbidden', FORBIDDEN, 'The webhook would be weaker than its maker'),
  'too-many-webhooks': notAllowed('Could not create the webhook'),
  'webhook-disabled': notAllowed('The webhook is disabled'),

  // reports
  'report-not-found': notFound('ReportNotFoundException', 'Could not find report'),
  'report-step-refused': notAllowed('Could not change the report'),

  // files
  'file-not-found': notFound('FileNotFoundException', 'Could not find file'),

  // retention
  'retention-rule-not-found': notFound('RetentionRuleNotFoundException', 'Could not find the rule'),
  'retention-rule-already-exists': error('already-exists', EXISTS, 'Could not create the rule'),
  'too-many-retention-rules': notAllowed('Could not create the rule'),
  'default-retention-rule': notAllowed('The default is a property'),

  // holds
  'hold-not-found': notFound('HoldNotFoundException', 'Could not find the hold'),
  'hold-released': notAllowed('Could not change the hold'),
  'too-many-holds': notAllowed('Could not create the hold'),
  'another-person-needed': error('forbidden', FORBIDDEN, 'Another person has to decide'),
  'removal-under-way': error('busy', UNAVAILABLE, 'Messages are being removed, try again later'),

  // directories
  'directory-not-found': notFound('DirectoryNotFoundException', 'Could not find directory'),
  'run-not-found': notFound('RunNotFoundException', 'Could not find run'),
  'run-under-way': notAllowed('A run of this directory is under way'),
  'run-does-not-wait': notAllowed('The run does not wait'),
} as const satisfies Readonly<Record<string, ErrorDeclaration>>;
