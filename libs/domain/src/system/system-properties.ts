/** A system property that this service knows. Contract: core 1.14 */
export interface RegisteredProperty {
  readonly key: string;
  readonly type: 'boolean' | 'text';
  /** what counts while nothing is stored */
  readonly default: string | null;
  readonly description: string;
  /** its value is never shown */
  readonly sensitive: boolean;
  /** false: read at start only */
  readonly immediate: boolean;
}

const property = (
  key: string,
  type: RegisteredProperty['type'],
  fallback: string | null,
  description: string,
  more: { sensitive?: true; immediate?: false } = {},
): RegisteredProperty => ({
  key,
  type,
  default: fallback,
  description,
  sensitive: more.sensitive ?? false,
  immediate: more.immediate ?? true,
});

/** The typed registry of system properties. */
export const systemProperty = {
  wildcardsInExcludes: property(
    'adminConsole.access.allow-wildcards-in-excludes',
    'boolean',
    'false',
    'Unless true, every request is redirected to the login page',
  ),
  apiEnabled: property('plugin.restapi.enabled', 'boolean', 'false', 'Whether the API answers'),
  apiAuthentication: property(
    'plugin.restapi.httpAuth',
    'text',
    'secret',
    '"secret" (shared secret) or "basic" (administrator account)',
  ),
  apiSecret: property('plugin.restapi.secret', 'text', null, 'Shared secret of the API', {
    sensitive: true,
  }),
  apiAllowedIps: property(
    'plugin.restapi.allowedIPs',
    'text',
    '',
    'Addresses and CIDR ranges that may call the API, separated by commas; empty: all',
  ),
  apiJsonDates: property(
    'plugin.restapi.json.dates',
    'text',
    'iso',
    '"epoch" writes dates in JSON as milliseconds since 1970',
  ),
  legacyEnabled: property(
    'plugin.userservice.enabled',
    'boolean',
    'false',
    'Whether the user service answers',
  ),
  legacySecret: property(
    'plugin.userservice.secret',
    'text',
    null,
    'Secret of the user service; while absent, that of the API counts',
    { sensitive: true },
  ),
  legacyAllowedIps: property(
    'plugin.userservice.allowedIPs',
    'text',
    '',
    'Addresses and CIDR ranges that may call the user service',
  ),
  legacySuccess: property(
    'plugin.userservice.reply.success',
    'text',
    'OK',
    'Text of the success reply of the user service, "OK" or "ok"',
  ),
  administrators: property(
    'admin.authorizedJIDs',
    'text',
    '',
    'Bare JIDs of the administrators, separated by commas or blanks; empty: the account "admin"',
  ),
  domain: property('xmpp.domain', 'text', null, 'The XMPP domain', { immediate: false }),
  auditRetention: property(
    'audit.retention.days',
    'text',
    '0',
    'Audit entries older than this many days are deleted; 0 keeps all',
  ),
  roomLogTimeout: property(
    'xmpp.muc.tasks.log.timeout',
    'text',
    '300000',
    'Longest delay in ms before a logged room message is stored',
  ),
} as const satisfies Record<string, RegisteredProperty>;

/** The stored values, always at hand: changes on any instance arrive by themselves. */
export abstract class SystemProperties {
  /** The stored value, else the default of the registry. */
  abstract value(property: RegisteredProperty): string | null;
  /** Reads the stored values again, after a change that was made here. Never fails. */
  abstract refresh(): Promise<void>;

  /** `true` in any letter case is true, everything else false. */
  isTrue(property: RegisteredProperty): boolean {
    return this.value(property)?.toLowerCase() === 'true';
  }
}
