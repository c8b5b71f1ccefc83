import { property } from './known-property.js';
import type { KnownProperty } from './known-property.js';
import type { StoredProperty } from './property-store.js';
import { anyText, choice, flag, secretWithEnd, wholeNumber } from './value-kinds.js';

const REPLY_FORM =
  '`$report` is its number; with `.de` behind the key for reports in German, likewise other languages; empty: nothing';

/** The typed registry of system properties, from which `docs/properties.md` is generated. */
export const systemProperty = {
  wildcardsInExcludes: property('adminConsole.access.allow-wildcards-in-excludes', flag, {
    default: 'false',
    description: 'Unless `true`, every request is redirected to the login page',
    readBy: 'both',
  }),
  apiEnabled: property('plugin.restapi.enabled', flag, {
    default: 'false',
    description: 'Whether the API answers',
    readBy: 'API',
  }),
  apiAuthentication: property('plugin.restapi.httpAuth', choice('secret', 'basic', 'both'), {
    default: 'secret',
    unusable: null,
    description:
      'The shared secret, name and password of an administrator, or both; anything else refuses every request',
    readBy: 'API',
  }),
  apiSecret: property('plugin.restapi.secret', anyText, {
    default: null,
    description: 'Shared secret of the API; an empty one matches nothing',
    readBy: 'both',
    sensitive: true,
  }),
  apiAllowedIps: property('plugin.restapi.allowedIPs', anyText, {
    default: null,
    absent: '',
    description: 'Addresses and CIDR ranges that may call, separated by commas; empty: all',
    readBy: 'API',
  }),
  apiJsonDates: property('plugin.restapi.json.dates', choice('iso', 'epoch'), {
    default: 'iso',
    description: '`epoch` writes dates in JSON as milliseconds since 1970',
    readBy: 'API',
  }),
  apiJsonNames: property('plugin.restapi.json.names', choice('new', 'both', 'old'), {
    default: 'new',
    description:
      'Member names in JSON answers: `old` as clients of the original read them, `both` where both fit in one document',
    readBy: 'API',
  }),
  legacyEnabled: property('plugin.userservice.enabled', flag, {
    default: 'false',
    description: 'Whether the user service answers; otherwise `UserServiceDisabled`',
    readBy: 'user service',
  }),
  legacySecret: property('plugin.userservice.secret', anyText, {
    default: null,
    description:
      'The parameter `secret`; while absent, that of the API counts; an empty one matches nothing',
    readBy: 'user service',
    sensitive: true,
  }),
  legacyAllowedIps: property('plugin.userservice.allowedIPs', anyText, {
    default: null,
    absent: '',
    description: 'Addresses and CIDR ranges that may call, separated by commas; empty: all',
    readBy: 'user service',
  }),
  legacySuccess: property('plugin.userservice.reply.success', choice('OK', 'ok'), {
    default: 'OK',
    absent: null,
    unusable: 'OK',
    description:
      'Text of a plain success; while none is stored, `ok` at the two addresses that only clients of the original know',
    readBy: 'user service',
  }),
  administrators: property('admin.authorizedJIDs', anyText, {
    default: null,
    absent: '',
    description:
      'Bare JIDs of the administrators, separated by commas or blanks; empty: the account `admin`; `-`: nobody',
    readBy: 'both',
  }),
  domain: property('xmpp.domain', anyText, {
    default: null,
    description: 'The XMPP domain, as the database was made with it',
    readBy: 'both',
    immediate: false,
    fixed: true,
  }),
  offerScram: property('xmpp.auth.offerScram', choice('when-complete', 'always'), {
    default: 'when-complete',
    description:
      'When the chat server offers SCRAM: `when-complete`, while no directory keeps the password of an account; `always` shuts out such accounts in clients that prefer SCRAM, as most do',
    readBy: 'chat server',
  }),
  offerSha256: property('xmpp.auth.offerSha256', choice('when-complete', 'always'), {
    default: 'when-complete',
    description:
      'When the chat server offers SCRAM-SHA-256: `when-complete`, while no account lacks its keys; `always` shuts out those that do, until they log in with their password as text',
    readBy: 'chat server',
  }),
  auditRetention: property('audit.retention.days', wholeNumber(99_999, 'days'), {
    default: '0',
    description:
      'Audit entries that are older are deleted, never those that `AUDIT_RETENTION_MIN_DAYS` keeps; 0 keeps all',
    readBy: 'API',
  }),
  auditAnchorMinutes: property('audit.anchor.minutes', wholeNumber(99_999, 'minutes'), {
    default: '60',
    description:
      'How often the newest seal of the audit log is carried out as an anchor: log line, event and webhooks; 0 only when an instance stops',
    readBy: 'API',
  }),
  presenceEnabled: property('plugin.presence.enabled', flag, {
    default: 'false',
    description: 'Whether `/plugins/presence/status` tells who is online',
    readBy: 'API',
  }),
  presencePublic: property('plugin.presence.public', flag, {
    default: 'false',
    description:
      'Whether it tells anybody; else who may read sessions, of contacts who show themselves to `req_jid`',
    readBy: 'API',
  }),
  presenceImages: property('plugin.presence.images', anyText, {
    default: null,
    description:
      'With what addresses of pictures begin that it may redirect to, separated by blanks; each names the host with a `/` behind it',
    readBy: 'API',
  }),
  presenceUnavailable: property('plugin.presence.unavailable.status', anyText, {
    default: 'Unavailable',
    description: 'What it says of people who are not online',
    readBy: 'API',
  }),
  auditHistoryReads: property('audit.history.reads', flag, {
    default: 'false',
    description: 'Whether each reading of the history of a room leaves an audit entry',
    readBy: 'API',
  }),
  historyMemory: property('history.memory', flag, {
    default: 'true',
    unusable: false,
    description:
      'Whether the chat server remembers what was last said in rooms that are not logged, for who enters and who reads their history',
    readBy: 'API, chat server',
  }),
  fileQuota: property('files.quota.bytes', wholeNumber(2 ** 50, 'bytes'), {
    default: '0',
    description:
      'How much all files together may be that a user has sent and that are stored; 0: any amount',
    readBy: 'API, chat server',
  }),
  fileRetention: property('files.retention.days', wholeNumber(99_999, 'days'), {
    default: '7',
    description: 'Files that people have sent longer ago are removed; 0 keeps all',
    readBy: 'API, chat server',
  }),
  historyAuthorRetractions: property('history.author.retractions', choice('tombstone', 'keep'), {
    default: 'tombstone',
    description:
      'What becomes of a message of a room that its author takes back: `tombstone`, its words go from the history; `keep`, it stays there',
    readBy: 'chat server',
  }),
  conversationAccess: property('conversations.access', choice('off', 'reason', 'two-person'), {
    default: 'off',
    description:
      'With `two-person` two people have to agree before a hold is released; with `off` and `reason` one is enough',
    readBy: 'API',
  }),
  conversationReaders: property('conversations.readers', anyText, {
    default: null,
    absent: '',
    description:
      'Bare JIDs of the administrators who have the scopes `holds:read` and `holds:write` by their password, separated by commas or blanks; empty: nobody',
    readBy: 'API',
  }),
  historyRetracted: property('history.retracted.days', wholeNumber(99_999, 'days'), {
    default: '30',
    description:
      'How long what a message of a room said is kept in the database after it was taken back; 0: not at all',
    readBy: 'API, chat server',
  }),
  historyRetention: property(
    'plugin.restapi.chathistory.retention.days',
    wholeNumber(99_999, 'days'),
    {
      default: '0',
      description: 'Messages of chat rooms that are older are deleted; 0 keeps all',
      readBy: 'API',
    },
  ),
  archiveRetention: property('plugin.restapi.archive.retention.days', wholeNumber(99_999, 'days'), {
    default: '0',
    description: 'Messages in archives of accounts that are older are deleted; 0 keeps all',
    readBy: 'API',
  }),
  reportReply: property('reports.reply', anyText, {
    default: null,
    description: `What who has reported is told when their report is closed, ${REPLY_FORM}`,
    readBy: 'chat server',
  }),
  reportReplyActed: property('reports.reply.acted', anyText, {
    default: null,
    description: `The same where something was done, instead of \`reports.reply\`; ${REPLY_FORM}`,
    readBy: 'chat server',
  }),
  reportReplyDismissed: property('reports.reply.dismissed', anyText, {
    default: null,
    description: `The same where nothing was done, instead of \`reports.reply\`; ${REPLY_FORM}`,
    readBy: 'chat server',
  }),
  reportRetention: property('reports.retention.days', wholeNumber(99_999, 'days'), {
    default: '180',
    description: 'Reports that were closed longer ago are deleted with their evidence; 0 keeps all',
    readBy: 'API',
  }),
  roomLogTimeout: property('xmpp.muc.tasks.log.timeout', wholeNumber(2 ** 31 - 1, 'ms'), {
    default: '300000',
    description: 'Longest delay before a logged room message is stored; it is stored at once',
    readBy: 'nobody',
  }),
};

export const knownProperties: readonly KnownProperty<unknown>[] = Object.values(systemProperty);

const former = {
  default: null,
  description: 'The secret before the current one, and until when it is accepted',
  sensitive: true,
} as const;

/** Written by a rotation with an overlap; in no list while they are not stored. Contract: extensions E5.1 */
export const formerSecret = {
  api: property('plugin.restapi.secret.former', secretWithEnd, { ...former, readBy: 'both' }),
  legacy: property('plugin.userservice.secret.former', secretWithEnd, {
    ...former,
    readBy: 'user service',
  }),
};

const readable: readonly KnownProperty<unknown>[] = [
  ...knownProperties,
  ...Object.values(formerSecret),
];

/** Keys whose values are read; others are kept for who stores them. */
export const readKeys: readonly string[] = readable.map(({ key }) => key);

/**
 * The values of the known properties, always current: changes on any instance propagate
 * automatically.
 */
export abstract class SystemProperties {
  private texts: ReadonlyMap<string, string> = new Map();
  private values: ReadonlyMap<string, unknown> = new Map();

  /** Reads the stored properties again after a local change. Never fails. */
  abstract refresh(): Promise<void>;

  /** The stored value, else the default. Stored text is parsed once per change. */
  read<T>({ key, absent }: KnownProperty<T>): T {
    return this.values.has(key) ? (this.values.get(key) as T) : absent;
  }

  /** Replaces the stored texts. @returns properties whose new text cannot be parsed */
  protected take(stored: readonly StoredProperty[]): readonly KnownProperty<unknown>[] {
    const texts = new Map(stored.map(({ key, value }) => [key, value]));
    const values = new Map<string, unknown>();
    const unusable: KnownProperty<unknown>[] = [];
    for (const property of readable) {
      const { key, kind } = property;
      const text = texts.get(key);
      if (text === undefined) continue;
      const value = kind.parse(text);
      values.set(key, value === undefined ? property.unusable : value);
      if (value === undefined && this.texts.get(key) !== text) unusable.push(property);
    }
    this.texts = texts;
    this.values = values;
    return unusable;
  }
}
