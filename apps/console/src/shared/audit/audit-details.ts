/** What an entry says besides who, when and what. Contract: core 1.13, extensions I-11 */
export type AuditDetails = Readonly<Record<string, string>>;

/** `object=/users/ola; outcome=200` by name, as written. */
export function readDetails(details: string): AuditDetails {
  return Object.fromEntries(
    details.split('; ').flatMap((part) => {
      const at = part.indexOf('=');
      return at > 0 ? [[part.slice(0, at), part.slice(at + 1)] as const] : [];
    }),
  );
}

/** The entries of a list such as `member:ola@example.org,admin:zoe@example.org`, decoded. */
export const namesOf = (text: string): readonly string[] => text.split(',').map(decoded);

/** Percent encoding read back; as it is where it is none. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const VIAS = ['key', 'secret', 'job', 'userservice', 'service', 'account'] as const;

/** How somebody came in. */
export function viaOf(username: string, details: AuditDetails): (typeof VIAS)[number] {
  const { source, object = '' } = details;
  if (source === 'job') return 'job';
  if (source !== undefined) return 'service';
  if (object.includes('/userservice') || object.includes('/userService')) return 'userservice';
  if (username.startsWith('key:')) return 'key';
  return username === 'secret' ? 'secret' : 'account';
}
