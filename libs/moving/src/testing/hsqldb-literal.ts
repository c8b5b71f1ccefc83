import { escaped } from '../sources/hsqldb/statement.js';
import type { Value } from './openfire-data.js';
import type { ColumnType } from './openfire-schemas.js';

/** A literal as HSQLDB writes it; `CHARACTER(15)` with its blanks. */
export function literal(value: Value, type: ColumnType): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return String(value);
  return escaped(type === 'ms' ? value.padEnd(15) : value);
}
