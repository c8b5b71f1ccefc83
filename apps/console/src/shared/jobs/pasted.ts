import { normalized } from '../text/nfkc.js';

/** Names of a pasted list: one a line, or separated by commas, semicolons or tabs; each once, in their order. */
export const pastedNames = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[\n\r,;\t]+/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
];

/** How a user name is compared: as the chat server does, about. */
export const compared = (name: string): string =>
  normalized(name.trim(), 'NFKC').toUpperCase().toLowerCase();

/**
 * The user names among names and addresses; people of other domains have none here.
 * @param domain of the service; `null`: not known, so that of addresses nothing is
 */
export const userNamesIn = (names: readonly string[], domain: string | null): readonly string[] =>
  names.flatMap((name) => {
    const [, user, its] = /^([^\s@/]+)(?:@([^/]*))?(?:\/.*)?$/.exec(name) ?? [];
    if (user === undefined) return [];
    return its === undefined || its.toLowerCase() === domain?.toLowerCase() ? user : [];
  });

/** Addresses of requests hold so many letters, also behind proxies. */
const LONGEST = 4_000;
const MOST = 1_000;

/** Names in parts that fit an address each, separated by blanks. */
export function inAddresses(names: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [];
  let left = 0;
  for (const name of names) {
    const length = encodeURIComponent(name).length + 1;
    if (length > left || parts.at(-1)!.length === MOST) {
      parts.push([]);
      left = LONGEST;
    }
    parts.at(-1)!.push(name);
    left -= length;
  }
  return parts;
}
