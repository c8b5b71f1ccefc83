import { DATES_ALLOWED, readDate } from '@chat-admin/codecs/wire/dates';
import { AN_ADDRESS } from '@chat-admin/domain/shared/address-ranges';
import { A_FLAG, oneOf, wordIn } from '@chat-admin/domain/shared/words';
import { CidrRanges } from '@chat-admin/server/edge/address-list';

const ranges = new CidrRanges();

/** How a filter of a list is read, and described. */
export interface ListFilter<T> {
  readonly description: string;
  readonly schema: object;
  /** @returns `undefined` for a value that is no such filter; never called with empty text */
  readonly read: (text: string) => T | undefined;
  /** empty text is a value, which finds nothing, instead of counting as absent */
  readonly hasEmpty: boolean;
  /** what is, for people */
  readonly allowed: string;
}

const filter = <T>(
  description: string,
  schema: object,
  read: (text: string) => T | undefined,
  { hasEmpty = false, allowed = 'text' } = {},
): ListFilter<T> => ({ description, schema, read, hasEmpty, allowed });

/** Any text. */
export const textFilter = (description: string): ListFilter<string> =>
  filter(description, { type: 'string' }, (text) => text);

/** How a JID begins; JIDs are in lower case. */
export const jidFilter = (): ListFilter<string> =>
  filter('How the JID begins, ignoring case', { type: 'string' }, (text) => text.toLowerCase());

/** An exact name. */
export const nameFilter = (description: string): ListFilter<string> =>
  filter(description, { type: 'string' }, (text) => text, { hasEmpty: true });

/** Exact names, none of which holds a blank. */
export const namesFilter = (description: string): ListFilter<readonly string[]> =>
  filter(description, { type: 'string' }, (text) => text.match(/\S+/g) ?? [], {
    hasEmpty: true,
  });

/** `true` or `false` in any letter case. Contract: extensions E0 "New booleans" */
export const flagFilter = (description: string): ListFilter<boolean> =>
  filter(description, { type: 'boolean' }, readFlag, { allowed: A_FLAG });

/** One of these words, exactly. */
export const choiceFilter = <const T extends string>(
  description: string,
  words: readonly T[],
): ListFilter<T> =>
  filter(description, { type: 'string', enum: words }, (text) => wordIn(words, text) ?? undefined, {
    allowed: oneOf(words),
  });

/** An address, or a range in CIDR notation. */
export const addressFilter = (description: string): ListFilter<string> =>
  filter(
    description,
    { type: 'string', format: 'ip-range' },
    (text) => (ranges.isUsable(text) ? text : undefined),
    {
      allowed: AN_ADDRESS,
    },
  );

/** A whole number that is not negative. */
export const numberFilter = (description: string): ListFilter<number> =>
  filter(
    description,
    { type: 'integer', format: 'int64', minimum: 0 },
    (text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined),
    { allowed: 'a whole number from 0 to 999999999999999' },
  );

/** A time as in documents. Contract: core 1.9 */
export const timeFilter = (description: string): ListFilter<Date> =>
  filter(
    `${description}; milliseconds since 1970 are read, too`,
    { type: 'string', format: 'date-time' },
    (text) => readDate(text) ?? undefined,
    { allowed: DATES_ALLOWED },
  );

export function readFlag(text: string): boolean | undefined {
  const lower = text.toLowerCase();
  return lower === 'true' ? true : lower === 'false' ? false : undefined;
}
