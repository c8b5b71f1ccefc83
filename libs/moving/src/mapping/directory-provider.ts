/** Reads a property in clear; null: it is absent, or no key decrypts it. */
export type ReadProperty = (name: string) => string | null;

export type ProviderKind = 'auth' | 'user' | 'group' | 'vcard';

/** Of Openfire, and of what old versions call alike. */
const OF_LDAP = /\.Ldap[A-Za-z]*(?:Provider|Manager)$/;
/** They ask others, which further properties name. */
const JOINED = /\.(?:Hybrid|Mapped)[A-Za-z]*Provider$/;
const OF_KIND = {
  auth: /\.LdapAuth[A-Za-z]*Provider$/,
  user: /\.LdapUser[A-Za-z]*Provider$/,
  group: /\.LdapGroup[A-Za-z]*Provider$/,
  vcard: /\.LdapVCard[A-Za-z]*Provider$/i,
} as const;

/**
 * Reports whether data of a provider lie in a directory.
 * @param others the values of all properties
 */
export function isOfDirectory(className: string, others: Iterable<string>): boolean {
  const name = className.trim();
  if (OF_LDAP.test(name)) return true;
  return JOINED.test(name) && [...others].some((one) => OF_LDAP.test(one.trim()));
}

/** Reports whether an Openfire takes this of people or groups from a directory, alone or beside its tables. */
export function liesInDirectory(
  kind: ProviderKind,
  read: ReadProperty,
  others: Iterable<string>,
): boolean {
  const name = read(`provider.${kind}.className`)?.trim() ?? '';
  if (OF_LDAP.test(name)) return true;
  return JOINED.test(name) && [...others].some((one) => OF_KIND[kind].test(one.trim()));
}
