/** With all of the host, so that what begins like it is no other host. */
const WITH_HOST = /^https?:\/\/[\w.:[\]-]+\//;
const PRINTABLE = /^[!-~]+$/;

/**
 * An address that a request names, if it may be sent there: it begins with a listed one, as it is written and as browsers read it.
 * Listed addresses end their host with `/`, others are no addresses. Contract: core 8.7
 */
export function allowedAddress(sent: string | undefined, listed: string | null): string | null {
  if (!sent || !PRINTABLE.test(sent) || sent.includes('\\')) return null;
  const prefixes = (listed ?? '').split(/\s+/).filter((one) => WITH_HOST.test(one));
  const read = URL.canParse(sent) ? new URL(sent) : null;
  if (read === null || read.username !== '' || read.password !== '') return null;
  const isBelow = (prefix: string) =>
    URL.canParse(prefix) && sent.startsWith(prefix) && read.href.startsWith(new URL(prefix).href);
  return prefixes.some(isBelow) ? sent : null;
}
