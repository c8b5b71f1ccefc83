import type { Scope } from '@chat-admin/domain/shared/scopes';
import type { ReplyWriter } from './replies.js';

/** A document, a list of documents, or one that is read while it is written. */
interface Result {
  readonly document?: object;
  readonly items?: readonly object[] | null;
  readonly batches?: AsyncIterable<readonly object[]> | null;
}

/** Leaves fields out for callers without the scope. Contract: extensions E5.2 */
export function hiding<T extends object>(
  writer: ReplyWriter<T>,
  scope: Scope,
  ...fields: readonly string[]
): ReplyWriter<T> {
  const absent = Object.fromEntries(fields.map((field) => [field, null]));
  const without = (one: object) => ({ ...one, ...absent });
  return {
    ...writer,
    hides: scope,
    write: (result, as, options) =>
      writer.write(
        options.scopes.covers(scope) ? result : (resultWithout(result, without) as T),
        as,
        options,
      ),
  };
}

function resultWithout(result: Result, without: (one: object) => object): object {
  const { document, items, batches } = result;
  if (document !== undefined) return { ...result, document: without(document) };
  if (items === undefined && batches === undefined) return without(result);
  return {
    ...result,
    items: items?.map(without) ?? null,
    batches: batches ? batchesWithout(batches, without) : null,
  };
}

async function* batchesWithout(
  batches: AsyncIterable<readonly object[]>,
  without: (one: object) => object,
): AsyncGenerator<readonly object[]> {
  for await (const batch of batches) yield batch.map(without);
}
