import { domainToASCII } from 'node:url';
import { ok } from './check.js';
import type { Finding, Remedy } from './check.js';
import type { Shown } from './shown-certificate.js';

/** A certificate that ends sooner is told of, as by the alert ChatAdminCertificateExpires. */
export const SOON_MS = 14 * 86_400_000;
const SELF_SIGNED = 'DEPTH_ZERO_SELF_SIGNED_CERT';
/** The chain is complete, and this machine does not know who signed it. */
const UNKNOWN_AUTHORITY = 'SELF_SIGNED_CERT_IN_CHAIN';

/**
 * Whether clients accept what a server shows.
 * @param place where, such as `example.org:5222`
 * @param remedies what puts another certificate there, and what makes this machine know its authority; `null`: nobody knows here
 */
export function judged(
  { leaf, doubt }: Shown,
  name: string,
  place: string,
  now: number,
  { mending, trusting }: Record<'mending' | 'trusting', Remedy | null>,
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
  if (ends - now < SOON_MS) return found('warning', `expires on ${day}`);
  if (doubt !== null && doubt !== 'CERT_HAS_EXPIRED') {
    const issuer = leaf.issuer.split('\n').at(-1) ?? '';
    if (doubt === UNKNOWN_AUTHORITY) {
      const sentence = `The certificate at ${place} is signed by ${issuer}, which this machine does not know; clients have to know it`;
      return { level: 'warning', sentence, remedy: trusting };
    }
    return found('warning', `cannot be verified here (${doubt}): who knows ${issuer}?`);
  }
  return ok(`The certificate at ${place} is for ${name} and expires on ${day}`);
}
