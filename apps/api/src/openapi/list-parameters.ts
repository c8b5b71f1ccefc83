import type { FieldChoice } from '@chat-admin/codecs/wire/chosen-fields';
import { CURSOR_PATTERN } from '../http/cursor.js';
import type { ListDeclaration } from '../http/list-declaration.js';

interface NamedParameter {
  readonly name: string;
  readonly in: 'query';
  readonly description: string;
  readonly schema: object;
  readonly style?: 'form';
  readonly explode?: false;
}

/** Words of a closed set, with commas between them. */
export const listOfWords = (words: readonly string[]) =>
  ({
    schema: { type: 'array', items: { type: 'string', enum: words } },
    style: 'form',
    explode: false,
  }) as const;

/** How many entries a page may have. */
export const PAGE_LENGTH = { type: 'integer', minimum: 1, maximum: 1000 } as const;

const query = (name: string, description: string, schema: object): NamedParameter => ({
  name,
  in: 'query',
  description,
  schema,
});

/** Those that all lists have. Contract: extensions E1.1 */
const COMMON = [
  query('limit', 'Entries of a page', PAGE_LENGTH),
  query('after', 'Where a page begins: the cursor in the `Link` of the page before', {
    type: 'string',
    pattern: CURSOR_PATTERN,
  }),
  query('total', 'Whether `X-Total-Count` tells how many entries there are', {
    type: 'boolean',
    default: false,
  }),
];

/** Which members are shown. */
export const fieldsParameter = ({ names }: FieldChoice): NamedParameter => ({
  ...query('fields', 'Names of the members that are shown', {}),
  ...listOfWords(names),
});

const sortParameter = (names: readonly string[], sortsByKey?: true): NamedParameter =>
  query('sort', 'What entries are sorted by; descending with `-`', {
    type: 'string',
    enum: names,
    ...(sortsByKey ? {} : { default: names[0] }),
  });

/**
 * The parameters of a list, by their names among the components.
 * @param id of the operation
 */
export function listParameters(
  id: string,
  { sorts, sortsByKey, filters, fields }: ListDeclaration,
): Readonly<Record<string, NamedParameter>> {
  const names = Object.keys(sorts).flatMap((name) => [name, `-${name}`]);
  const own = [
    ...(names.length === 0 ? [] : [sortParameter(names, sortsByKey)]),
    ...(fields === null ? [] : [fieldsParameter(fields)]),
    ...Object.entries(filters).map(([name, { description, schema }]) =>
      query(name, description, schema),
    ),
  ];
  return Object.fromEntries([
    ...COMMON.map((parameter) => [`list-${parameter.name}`, parameter]),
    ...own.map((parameter) => [`${id}-${parameter.name}`, parameter]),
  ]) as Record<string, NamedParameter>;
}
