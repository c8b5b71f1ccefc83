import type { CustomTypesConfig, Submittable } from 'pg';
import PgCursor from 'pg-cursor';

/** What is used of the package pg-cursor, which has no types of its own. */
export interface Cursor<Row> extends Submittable {
  /** The next rows; fewer than `count` only at the end. */
  read(count: number): Promise<Row[]>;
  /** Only while the connection is alive; otherwise it never settles. */
  close(): Promise<void>;
}

export type CursorConstructor = new <Row>(
  text: string,
  values: readonly unknown[],
  config?: { readonly types?: CustomTypesConfig },
) => Cursor<Row>;

export const Cursor = PgCursor as unknown as CursorConstructor;
