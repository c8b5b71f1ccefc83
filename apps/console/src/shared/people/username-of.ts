/**
 * The account that a JID, bare or full, belongs to.
 * @returns null: of another domain, or the domain is not known
 */
export function usernameOf(jid: string, domain: string | null): string | null {
  const [bare = ''] = jid.split('/');
  const at = bare.indexOf('@');
  return domain !== null && at > 0 && bare.slice(at + 1) === domain ? bare.slice(0, at) : null;
}
