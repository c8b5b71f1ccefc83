/** What a statement does: reads, changes something, or reads a list through a cursor or page by page. */
export type StatementKind = 'read' | 'write' | 'list';

/** Learns how long connections and statements take. Called often, so it has to be quick; it must not throw. */
export interface DatabaseObserver {
  /** a connection of the pool was asked for, and given or refused */
  waited(seconds: number): void;
  /**
   * A statement begins. @param name of a named one
   * @returns to be called once when it ends
   */
  asked(kind: StatementKind, name: string | undefined): (failed: boolean) => void;
}

const MAX_TEXTS = 1_000;
const CHANGES = /\b(insert|delete|merge|truncate|commit)\b|(?<!\bfor |\bno key )\bupdate\b/i;
/** Parts of a transaction that take no time of their own. */
const FRAMES = /^\s*(begin|start transaction|rollback|savepoint|release|set)\b/i;

const known = new Map<string, StatementKind | null>();

/** @returns `null` for what is not measured. @param name of a named statement, else its text */
export function kindOfStatement(name: string, text: string): StatementKind | null {
  const found = known.get(name);
  if (found !== undefined) return found;
  const kind = FRAMES.test(text) ? null : CHANGES.test(text) ? 'write' : 'read';
  if (known.size >= MAX_TEXTS) known.clear();
  known.set(name, kind);
  return kind;
}

/** What `query` of a client may be given first, as far as it is looked at. */
type Queried = string | { readonly name?: string; readonly text?: string; readonly kind?: 'list' };

type Query = (...given: unknown[]) => unknown;

/** `query`, which tells the observer about each statement. What submits itself, such as a cursor, is left to its owner. */
export function observed(query: Query, observer: DatabaseObserver): Query {
  return (...given) => {
    const queried = given[0] as Queried;
    const kind = kindOfQueried(queried);
    if (kind === null) return query(...given);
    const end = observer.asked(kind, typeof queried === 'string' ? undefined : queried.name);
    const last = given.length - 1;
    const callback = given[last];
    if (typeof callback === 'function') {
      given[last] = (error: unknown, result: unknown) => {
        end(Boolean(error));
        (callback as Query)(error, result);
      };
      return query(...given);
    }
    const answer = query(...given);
    if (answer instanceof Promise) {
      answer.then(
        () => end(false),
        () => end(true),
      );
    }
    return answer;
  };
}

function kindOfQueried(queried: Queried): StatementKind | null {
  if (typeof queried === 'string') return kindOfStatement(queried, queried);
  const { name, text, kind } = queried;
  if (typeof text !== 'string' || 'submit' in queried) return null;
  return kind ?? kindOfStatement(name ?? text, text);
}
