import type { Kind, RowsByKind } from '../rows.js';
import type { RowsOptions, Source } from '../source.js';
import { ImportStopped } from '../faults.js';

/** A source whose passes end with {@link ImportStopped} once somebody asks for it: for what has no batches. */
export function stoppable(source: Source, isStopped: () => boolean): Source {
  async function* rows<K extends Kind>(
    kind: K,
    options?: RowsOptions,
  ): AsyncIterable<RowsByKind[K]> {
    for await (const row of source.rows(kind, options)) {
      requireGoingOn(isStopped());
      yield row;
    }
  }
  return {
    facts: source.facts,
    count: (kind) => source.count(kind),
    rows,
    connections: () => source.connections(),
    close: () => source.close(),
  };
}

/** @throws ImportStopped */
export function requireGoingOn(isStopped: boolean): void {
  if (isStopped) throw new ImportStopped('Stopped: repeat the line to go on.');
}
