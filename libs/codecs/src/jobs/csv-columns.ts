import { UnreadableTable } from '@chat-admin/domain/jobs/errors';
import type { RawLine, UnknownColumns } from '@chat-admin/domain/jobs/job';
import { rulesOf } from '@chat-admin/domain/jobs/job-types';
import type { JobType } from '@chat-admin/domain/jobs/job-types';
import { oneOf } from '@chat-admin/domain/shared/words';
import { shownValue } from '@chat-admin/domain/shared/shown-value';
import { bind } from '../wire/fields.js';
import { LINE_DOCS } from './line-docs.js';

const PROPERTY = /^\s*property:(.*)$/is;

/** What the cells of a column are. */
export interface Column {
  readonly member: string;
  /** `set`: a list that an empty cell says to be empty */
  readonly holds: 'text' | 'list' | 'set' | 'property';
  /** of the property */
  readonly key: string;
}

/** @returns `null` if the type has no such column */
function columnOf(type: JobType, title: string): Column | null {
  for (const { wire, field } of bind(LINE_DOCS[type].fields)) {
    if (field.kind === 'list' && field.map !== null) {
      const key = PROPERTY.exec(title)?.[1];
      if (key !== undefined) return { member: wire, holds: 'property', key };
    } else if (wire.toLowerCase() === title.trim().toLowerCase()) {
      const list = type === 'users' && wire === 'groups' ? 'set' : 'list';
      return { member: wire, holds: field.kind === 'list' ? list : 'text', key: '' };
    }
  }
  return null;
}

const columnsOf = (type: JobType): readonly string[] =>
  bind(LINE_DOCS[type].fields).map(({ wire, field }) =>
    field.kind === 'list' && field.map !== null ? 'property:<key>' : wire,
  );

export const isColumn = (type: JobType, title: string): boolean => columnOf(type, title) !== null;

export interface ColumnRules {
  readonly unknownColumns?: UnknownColumns;
}

/** Spreadsheets write as many cells as their widest row has. */
export function withoutEmptyEnd(titles: readonly string[]): readonly string[] {
  return titles.slice(0, titles.findLastIndex((title) => title.trim() !== '') + 1);
}

/** @returns `null` for each column that is ignored. @throws UnreadableTable */
export function readHeader(
  type: JobType,
  titles: readonly string[],
  { unknownColumns = 'fail' }: ColumnRules,
): readonly (Column | null)[] {
  const columns = titles.map((title, index) => {
    const column = columnOf(type, title);
    if (column !== null || unknownColumns === 'ignore') return column;
    throw new UnreadableTable(
      title.trim() === ''
        ? `column ${index + 1} has no name`
        : `unknown column ${shownValue(title)}`,
      oneOf(columnsOf(type)),
    );
  });
  const names = columns.flatMap((column) => (column === null ? [] : [nameOf(column)]));
  const doubled = names.find((name, index) => names.indexOf(name) < index);
  if (doubled !== undefined)
    throw new UnreadableTable(`doubled column ${shownValue(doubled)}`, 'each column once');
  const missing = rulesOf(type).needs.find((name) => !names.includes(name));
  if (missing !== undefined)
    throw new UnreadableTable(
      `there is no column ${missing}`,
      `the columns ${rulesOf(type).needs.join(', ')}`,
    );
  return columns;
}

const nameOf = ({ member, holds, key }: Column) =>
  holds === 'property' ? `property:${key}` : member;

/** An empty cell counts as absent, but of a set. */
export function lineOf(columns: readonly (Column | null)[], cells: readonly string[]): RawLine {
  if (cells.some((cell, index) => cell !== '' && index >= columns.length))
    return {
      unreadable: 'it has more cells than the header line',
      detail: `at most ${columns.length}`,
    };
  const line: Record<string, unknown> = {};
  columns.forEach((column, index) => {
    if (column === null) return;
    const { member, holds, key } = column;
    const cell = cells[index] ?? '';
    if (cell === '') {
      if (holds === 'set') line[member] = [];
    } else if (holds === 'text') line[member] = cell;
    else if (holds !== 'property') line[member] = partsOf(cell);
    else ((line[member] ??= Object.create(null)) as Record<string, string>)[key] = cell;
  });
  return { read: line };
}

/** Separated by bars; a bar of a part is written `\|`. */
function partsOf(cell: string): readonly string[] {
  return cell.split(/(?<!\\)\|/).map((part) => part.replaceAll('\\|', '|'));
}
