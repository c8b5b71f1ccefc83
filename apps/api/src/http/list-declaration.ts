import type { FieldChoice } from '@chat-admin/codecs/wire/chosen-fields';
import type { ListFilter } from './list-filters.js';

export type Filters = Readonly<Record<string, ListFilter<unknown>>>;
/** What a list offers: orders, filters, fields. Contract: extensions E1.1, E1.2 */
export interface ListDeclaration<F extends Filters = Filters> {
  /** the default order is that of the key, which no `sort` is for */
  readonly sortsByKey?: true;
  /** what tells entries with the same place apart; default: text */
  readonly key?: 'number';
  /** the names to sort by, the default first, with what is compared */
  readonly sorts: Readonly<Record<string, 'text' | 'time'>>;
  readonly filters: F;
  /** the names of all parameters of E1 that it knows */
  readonly parameters: readonly string[];
  /** other parameters that decide which entries are shown */
  readonly others: readonly string[];
  /** the document of the list, and fields for those who ask; `null`: entries have no fields */
  readonly fields: FieldChoice | null;
}
