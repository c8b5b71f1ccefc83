import { InvalidArgument, requireLength } from '../shared/domain-error.js';
import { knownProperties } from './system-properties.js';
import type { ValueKind } from './value-kinds.js';

export const MAX_PROPERTY_KEY_LENGTH = 100;
export const MAX_PROPERTY_VALUE_LENGTH = 4000;

/** Shown in place of a sensitive value; writing it back changes nothing. */
export const MASK = '********';

const NAME = /^[A-Za-z0-9_'-]+(\.[A-Za-z0-9_'-]+)*$/;
const SENSITIVE = /secret|passwd|password|cookiekey|token/i;
/**
 * These and all keys below them decide who may call and what is kept. Contract: extensions E10,
 * I-12
 */
const SECURITY = [
  'adminConsole',
  'plugin.presence',
  'plugin.restapi',
  'plugin.userservice',
  'admin',
  'audit',
  'conversations',
  'files.retention',
  'history',
  'xmpp.auth',
];
/** Exempt from the protection of the keys above them. */
const HARMLESS = new Set([
  'plugin.restapi.json.dates',
  'plugin.restapi.json.names',
  'plugin.userservice.reply.success',
]);

const known = new Map(knownProperties.map((property) => [property.key, property]));

/** @throws InvalidArgument. Contract: core 7.1, POST checks 2 and 3 */
export function requireProperty(key: string, value: string): void {
  if (!NAME.test(key)) {
    const detail = "letters, digits, _, ' and -, in parts that dots separate";
    throw new InvalidArgument('invalid-property-name', { resource: key, detail });
  }
  requireLength('key', key, MAX_PROPERTY_KEY_LENGTH);
  requireLength('value', value, MAX_PROPERTY_VALUE_LENGTH);
}

/** Whether this service, or the chat server, reads it. */
export const isKnown = (key: string): boolean => known.has(key);

export function isSensitive(key: string): boolean {
  return known.get(key)?.sensitive === true || SENSITIVE.test(key);
}

/** The value as shown to clients. */
export function shown(key: string, value: string | null): string | null {
  return value !== null && isSensitive(key) ? MASK : value;
}

/**
 * Who may not change the property: nobody, callers unless an operator allows it, or no caller at
 * all.
 */
export function protectionOf(key: string): 'none' | 'security' | 'always' {
  if (known.get(key)?.fixed) return 'always';
  const protects = SECURITY.some((root) => key === root || key.startsWith(`${root}.`));
  return protects && !HARMLESS.has(key) ? 'security' : 'none';
}

/** Whether the API must not change the property. */
export function isProtected(key: string, securityOpen: boolean): boolean {
  const protection = protectionOf(key);
  return protection === 'always' || (protection === 'security' && !securityOpen);
}

/**
 * Whether deleting `key` could be understood to include unrelated keys: other servers treat `_` and
 * `%` as wildcards.
 */
export function isRiskyToDelete(key: string): boolean {
  return /[_%]/.test(key);
}

/** What is known of a property, for people. Contract: extensions E1.2 */
export interface PropertyDescription {
  readonly type: ValueKind<unknown>['type'];
  readonly default: string | null;
  readonly description: string | null;
  readonly protected: boolean;
  readonly sensitive: boolean;
  /** a change counts without a restart */
  readonly immediate: boolean;
  /** all possible values; `null`: too many to list */
  readonly choices: readonly string[] | null;
  readonly unit: ValueKind<unknown>['unit'];
}

/** Properties that nobody has declared are texts. */
export function describedProperty(key: string): PropertyDescription {
  const declared = known.get(key);
  return {
    type: declared?.kind.type ?? 'text',
    default: declared?.default ?? null,
    description: declared?.description ?? null,
    protected: protectionOf(key) !== 'none',
    sensitive: isSensitive(key),
    immediate: declared?.immediate ?? true,
    choices: declared?.kind.choices ?? null,
    unit: declared?.kind.unit ?? null,
  };
}
