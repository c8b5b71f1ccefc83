import { localpart, parseBareJid } from '../shared/jid.js';
import type { BareJid, Localpart } from '../shared/jid.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import { systemProperty } from './system-properties.js';
import type { SystemProperties } from './system-properties.js';

/** Administers while nobody is listed. */
export const DEFAULT_ADMINISTRATOR = localpart('admin')!;
/** The value of a list whose last entry has gone, because an empty one means the default. */
export const NOBODY = '-';
/** Names of those who make entries of the audit log without an account. Contract: core 1.13 */
const LABELS: readonly string[] = ['secret', 'service', 'userservice', 'anonymous'];

/**
 * The administrators' user names in the order of the property `admin.authorizedJIDs`, ignoring
 * entries that are not bare JIDs of the domain; `admin` if it is empty. Contract: core 1.4
 */
export function administrators(listed: string, domain: ServiceDomain): readonly Localpart[] {
  const entries = split(listed);
  if (entries.length === 0) return [DEFAULT_ADMINISTRATOR];
  return entries.flatMap((entry) => {
    const jid = entry.includes('/') ? null : parseBareJid(entry);
    const username = jid && domain.usernameOf(jid);
    return username === null ? [] : [username];
  });
}

/** The user names in the property `conversations.readers`, read as {@link administrators}; nobody if it is empty. Contract: extensions E17 */
export const conversationReaders = (listed: string, domain: ServiceDomain): readonly Localpart[] =>
  listed.trim() === '' ? [] : administrators(listed, domain);

/** Whether the property `conversations.readers` names an account, existing or not. Contract: extensions E5.2 */
export const isReader = (name: Localpart, listed: string, domain: ServiceDomain): boolean =>
  conversationReaders(listed, domain).includes(name);

/** Whether the audit log knows others than an account by this name. Contract: core 1.13 */
export const isLabel = (name: string): boolean => LABELS.includes(name);

/** Whether only those who make administrators may give a new account this name. Contract: extensions E5.2 */
export function isReserved(name: Localpart, listed: string, domain: ServiceDomain): boolean {
  return (
    name === DEFAULT_ADMINISTRATOR || isLabel(name) || administrators(listed, domain).includes(name)
  );
}

/** The property text with `from` replaced by `to`, or removed if `to` is `null`. */
export function replaceAdministrator(listed: string, from: BareJid, to: BareJid | null): string {
  const entries = split(listed).flatMap((entry) =>
    parseBareJid(entry) === from ? (to === null ? [] : [to]) : [entry],
  );
  return entries.join(',') || NOBODY;
}

/** The property text with one more entry. */
export function addAdministrator(listed: string, jids: readonly BareJid[]): string {
  return [...split(listed).filter((entry) => entry !== NOBODY), ...jids].join(',');
}

/** Whether {@link replaceAdministrator} would change the property text. */
export function namesAdministrator(listed: string, jid: BareJid): boolean {
  return split(listed).some((entry) => parseBareJid(entry) === jid);
}

/** The lists of people that follow their accounts, and are without them when they are deleted. Contract: core 3.5 */
export const FOLLOWING = [systemProperty.administrators, systemProperty.conversationReaders];

/** Whether one of {@link FOLLOWING} names somebody. */
export const isListed = (properties: SystemProperties, jid: BareJid): boolean =>
  FOLLOWING.some((list) => namesAdministrator(properties.read(list), jid));

function split(listed: string): readonly string[] {
  return listed.split(/[\s,]+/).filter((entry) => entry !== '');
}
