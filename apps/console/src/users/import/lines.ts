import { propertyKey } from './columns';
import type { Target } from './columns';

export const EXISTING = ['fail', 'skip', 'update'] as const;
export const PASSWORDS = ['column', 'missing', 'all'] as const;

/** What the person has chosen. */
export interface Rules {
  /** what becomes of people who are there already */
  readonly existing: (typeof EXISTING)[number];
  /** `column`: as they stand; `missing`: made where there is none; `all`: made for everybody */
  readonly passwords: (typeof PASSWORDS)[number];
  /** that everybody joins */
  readonly groups: readonly string[];
}

/** A line of a job of the type `users`. Contract: extensions E7.1 */
export interface UserLine {
  username?: string;
  password?: string;
  name?: string;
  email?: string;
  groups?: readonly string[];
  properties?: Readonly<Record<string, string>>;
}

/** Names of groups in a cell are divided by `|`; `\|` is a bar. */
const groupsIn = (cell: string): readonly string[] =>
  cell.split(/(?<!\\)\|/).flatMap((part) => part.replaceAll('\\|', '|').trim() || []);

/** Cells as a line of the job; empty ones are absent. */
export function lineOf(
  cells: readonly string[],
  header: readonly string[],
  targets: readonly Target[],
  rules: Rules,
): UserLine {
  const line: UserLine = {};
  const names = { firstName: '', lastName: '' };
  const groups = new Set<string>();
  const properties: Record<string, string> = {};
  targets.forEach((target, column) => {
    const cell = cells[column] ?? '';
    const text = cell.trim();
    if (text === '') return;
    if (target === 'property') properties[propertyKey(header[column]!)] = text;
    else if (target === 'groups') groupsIn(text).forEach((name) => groups.add(name));
    else if (target === 'firstName' || target === 'lastName') names[target] = text;
    else if (target === 'password') {
      if (rules.passwords !== 'all') line.password = cell;
    } else if (target !== 'skip') line[target] = text;
  });
  const fullName = `${names.firstName} ${names.lastName}`.trim();
  if (line.name === undefined && fullName !== '') line.name = fullName;
  rules.groups.forEach((name) => groups.add(name));
  if (groups.size > 0) line.groups = [...groups];
  if (Object.keys(properties).length > 0) line.properties = properties;
  return line;
}
