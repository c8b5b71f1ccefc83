import type { ParamsOf } from '../shared/screens/paths';

/**
 * The room of this service that a JID is of, `room@service.domain`.
 * @returns null: of another domain, or the domain is not known
 */
export function roomIn(jid: string, domain: string | null): ParamsOf<'room'> | null {
  const at = jid.indexOf('@');
  const host = jid.slice(at + 1);
  return domain !== null && at > 0 && host.endsWith(`.${domain}`)
    ? { name: jid.slice(0, at), service: host.slice(0, -domain.length - 1) }
    : null;
}
