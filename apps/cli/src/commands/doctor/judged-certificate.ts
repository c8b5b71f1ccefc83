import { domainToASCII } from 'node:url';
import { ok } from './check.js';
import type { Finding, Remedy } from './check.js';
import type { Shown } from './shown-certificate.js';

const DAY_MS = 86_400_000;
/** As the alert ChatAdminCertificateExpires. */
const SOON_DAYS = 14;
const SELF_SIGNED = 'DEPTH_ZERO_SELF_SIGNED_CERT';

/**
 * Whether clients accept what a server shows.
 * @param place where, such as `example.org:5222`
 * @param mending what puts another certificate there; `null`: nobody knows here
 */
export function judged(
  { leaf, doubt }: Shown,
  name: string,
  place: string,
  now: number,
  mending: Remedy | null,
): Finding {
  const ends = Date.parse(leaf.validTo);
  const day = new Date(ends).toISOString().slice(0, 10);
  const found = (level: 'fault' | 'warning', what: string): Finding => ({
    level,
    sentence: `The certificate at ${place} ${what}`,
    remedy: mending,
  });
  if (ends <= now) return found('fault', `expired on ${day}`);
  if (Date.parse(leaf.validFrom) > now)
    return found('fault', 'is not valid yet: is the clock right?');
  if (leaf.checkHost(domainToASCII(name)) === undefined) {
    const names = leaf.subjectAltName?.replaceAll('DNS:', '') ?? 'no host';
    return found('fault', `is for ${names}, not for ${name}`);
  }
  if (doubt === SELF_SIGNED) return found('fault', 'has signed itself, and clients refuse it');
  if (ends - now < SOON_DAYS * DAY_MS) return found('warning', `expires on ${day}`);
  if (doubt !== null && doubt !== 'CERT_HAS_EXPIRED') {
    const issuer = leaf.issuer.split('\n').at(-1) ?? '';
    return found('warning', `cannot be verified here (${doubt}): who knows ${issuer}?`);
  }
  return ok(`The certificate at ${place} is for ${name} and expires on ${day}`);
}
