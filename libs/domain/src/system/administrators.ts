import { localpart, parseBareJid } from '../shared/jid.js';
import type { BareJid, Localpart } from '../shared/jid.js';
import type { ServiceDomain } from '../shared/service-domain.js';

const DEFAULT_ADMINISTRATOR = 'admin';

/**
 * The administrators' user names in the order of the property `admin.authorizedJIDs`, ignoring
 * entries that are not bare JIDs of the domain; `admin` if it is empty. Contract: core 1.4
 */
export function administrators(listed: string, domain: ServiceDomain): readonly Localpart[] {
  const entries = split(listed);
  if (entries.length === 0) return [localpart(DEFAULT_ADMINISTRATOR)!];
  return entries.flatMap((entry) => {
    const jid = entry.includes('/') ? null : parseBareJid(entry);
    const username = jid && domain.usernameOf(jid);
    return username === null ? [] : [username];
  });
}

/** The property text with `from` replaced by `to`, or removed if `to` is `null`. */
export function replaceAdministrator(listed: string, from: BareJid, to: BareJid | null): string {
  return split(listed)
    .flatMap((entry) => (parseBareJid(entry) === from ? (to === null ? [] : [to]) : [entry]))
    .join(',');
}

/** Whether {@link replaceAdministrator} would change the property text. */
export function namesAdministrator(listed: string, jid: BareJid): boolean {
  return split(listed).some((entry) => parseBareJid(entry) === jid);
}

/** The new owner of a room left without one: the first administrator other than `leaving`. */
export function heir(listed: string, domain: ServiceDomain, leaving: BareJid | null): BareJid {
  const candidates = administrators(listed, domain).map((username) => domain.jidOf(username));
  return (
    candidates.find((jid) => jid !== leaving) ?? domain.jidOf(localpart(DEFAULT_ADMINISTRATOR)!)
  );
}

function split(listed: string): readonly string[] {
  return listed.split(/[\s,]+/).filter((entry) => entry !== '');
}
