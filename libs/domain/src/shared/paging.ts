import { DomainError, InvalidArgument } from './domain-error.js';

/** How a list is ordered; ties by its key, in the same direction. Contract: extensions E1.1 */
export interface Order {
  /** one of the names that the list declares */
  readonly sort: string;
  readonly descending: boolean;
}

/** Where a page ends: sort value and key of its last entry. Times are microseconds since 1970. */
export interface Position {
  readonly value: string;
  readonly key: string;
}

export interface PageRequest extends Order {
  readonly limit: number;
  /** the page begins behind it; `null`: with the list */
  readonly after: Position | null;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** `null`: there are no more entries */
  readonly next: Position | null;
}

/** Lists with a filter are not counted further. */
export const MOST_COUNTED = 100_000;

export interface Total {
  readonly count: number;
  /** there are more */
  readonly isLimited: boolean;
}

/** A list that can be read in an order as a whole or by pages, and counted. */
export interface OrderedList<T> {
  whole(order: Order): AsyncIterable<readonly T[]>;
  /** @throws ListTooSlow */
  page(request: PageRequest): Promise<Page<T>>;
  /** @throws ListTooSlow */
  total(): Promise<Total>;
}

/** A page took longer than an operator allows. Contract: extensions E1.1, "Index-backed" */
export class ListTooSlow extends DomainError<'list-too-slow'> {
  constructor() {
    super('list-too-slow', { resource: null });
  }
}

/** A filter that only the domain can read. @param detail what is allowed. Contract: extensions E0 "Wrong parameters" */
export const invalidParameter = (name: string, sent: string, detail: string): InvalidArgument =>
  new InvalidArgument('invalid-parameter', { name, sent, resource: null, detail });
