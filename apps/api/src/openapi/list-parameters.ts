import type { FieldChoice } from '@chat-admin/codecs/wire/chosen-fields';
import type { ListDeclaration } from '../http/list-declaration.js';

interface NamedParameter {
  readonly name: string;
  readonly in: 'query';
  readonly description: string;
  readonly schema: object;
}

const query = (name: string, description: string, schema: object): NamedParameter => ({
  name,
  in: 'query',
  description,
  schema,
});

/** Those that all lists have. Contract: extensions E1.1 */
const COMMON = [
  query('limit', 'Entries of a page', { type: 'integer', minimum: 1, maximum: 1000 }),
  query('after', 'Where a page begins: the cursor in the `Link` of the page before', {
    type: 'string',
  }),
  query('total', 'Whether `X-Total-Count` tells how many entries there are', {
    type: 'boolean',
    default: false,
  }),
];

/** Which members are shown. */
export const fieldsParameter = ({ names }: FieldChoice): NamedParameter =>
  query('fields', `Names of the members that are shown, of these: ${names.join(', ')}`, {
    type: 'string',
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
