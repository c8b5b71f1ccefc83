import { InvalidArgument, requireLength } from '../shared/domain-error.js';
import { systemProperty } from './system-properties.js';
import type { RegisteredProperty } from './system-properties.js';

export const MAX_PROPERTY_KEY_LENGTH = 100;
export const MAX_PROPERTY_VALUE_LENGTH = 4000;

/** What is shown in place of a sensitive value; writing it back changes nothing. */
export const MASK = '********';

const NAME = /^[A-Za-z0-9_'-]+(\.[A-Za-z0-9_'-]+)*$/;
const SENSITIVE = /secret|passwd|password|cookiekey|token/i;
const SECURITY = ['plugin.restapi.', 'plugin.userservice.', 'admin.'];

export const registeredProperties: ReadonlyMap<string, RegisteredProperty> = new Map(
  Object.values(systemProperty).map((property) => [property.key, property]),
);

const HARMLESS: ReadonlySet<string> = new Set([
  systemProperty.apiJsonDates.key,
  systemProperty.legacySuccess.key,
]);

/** @throws InvalidArgument. Contract: core 7.1, POST checks 2 and 3 */
export function requireProperty(key: string, value: string): void {
  if (!NAME.test(key)) throw new InvalidArgument('Invalid property name', key);
  requireLength('key', key, MAX_PROPERTY_KEY_LENGTH);
  requireLength('value', value, MAX_PROPERTY_VALUE_LENGTH);
}

export function isSensitive(key: string): boolean {
  return registeredProperties.get(key)?.sensitive === true || SENSITIVE.test(key);
}

/** How a value is shown. */
export function shown(key: string, value: string | null): string | null {
  return value !== null && isSensitive(key) ? MASK : value;
}

/**
 * Whether the API must not change the property. Its own protection is open to it only where an
 * operator allows that; the domain never is.
 */
export function isProtected(key: string, securityOpen: boolean): boolean {
  if (key === systemProperty.domain.key) return true;
  if (securityOpen || HARMLESS.has(key)) return false;
  return SECURITY.some((start) => key.startsWith(start));
}

/** Whether deleting `key` could be taken to mean unrelated keys: `_` and `%` are wildcards elsewhere. */
export function isRiskyToDelete(key: string): boolean {
  return /[_%]/.test(key);
}
