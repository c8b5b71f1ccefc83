import { DomainError } from './domain-error.js';

/** What routes are about; each has a scope for reading, one for changing, or both. Contract: extensions E5.2 */
const AREAS = {
  users: ['read', 'write'],
  groups: ['read', 'write'],
  rosters: ['read', 'write'],
  lockouts: ['read', 'write'],
  rooms: ['read', 'write'],
  sessions: ['read', 'write'],
  history: ['read', 'write'],
  properties: ['read', 'write'],
  webhooks: ['read', 'write'],
  reports: ['read', 'write'],
  directories: ['read', 'write'],
  files: ['read', 'write'],
  retention: ['read', 'write'],
  conversations: ['read', 'write'],
  holds: ['read', 'write'],
  jobs: ['read', 'write'],
  keys: ['read', 'write'],
  messages: ['write'],
  server: ['read'],
  audit: ['read'],
  events: ['read'],
  admins: ['write'],
} as const satisfies Readonly<Record<string, readonly Action[]>>;

type Action = 'read' | 'write';
type Areas = typeof AREAS;
export type Area = keyof Areas;

/** The right to one thing, such as `users:read`. */
export type SingleScope = { [A in Area]: `${A}:${Areas[A][number]}` }[Area];

/** `*` is everything, `*:read` everything that reads; both without {@link NAMED_SCOPES}. */
export type Scope = SingleScope | '*' | '*:read';

const SINGLE = Object.entries(AREAS).flatMap(([area, actions]) =>
  actions.map((action) => `${area}:${action}` as SingleScope),
);
/** All there are. */
export const SCOPES: readonly Scope[] = [...SINGLE, '*', '*:read'];
/** What neither `*` nor `*:read` brings: it has to be named. */
export const NAMED_SCOPES = [
  ...(['conversations:read', 'conversations:write', 'holds:read', 'holds:write'] as const),
] as const satisfies readonly SingleScope[];
const NAMED: ReadonlySet<string> = new Set(NAMED_SCOPES);
const KNOWN: ReadonlySet<string> = new Set(SCOPES);

export function isScope(text: string): text is Scope {
  return KNOWN.has(text);
}

const READS: readonly Action[] = ['read'];
const WRITES: readonly Action[] = ['write'];
const ACTIONS: Readonly<Record<string, readonly Action[]>> = {
  GET: READS,
  HEAD: READS,
  PATCH: ['read', 'write'],
};

/** What a scope is of no use without. */
const BESIDE: { readonly [S in SingleScope]?: readonly SingleScope[] } = {
  'webhooks:write': ['events:read'],
};

/**
 * The scopes for using `method` on a route of `area`, in the order in which missing ones are named.
 * Who administers is shown to those alone who can change it.
 * @throws if the area has no scope for the method: the route is declared wrongly
 */
export function scopesFor(area: Area, method: string): readonly SingleScope[] {
  const actions = (area === 'admins' ? WRITES : ACTIONS[method]) ?? WRITES;
  return actions.flatMap((action) => {
    const scope = `${area}:${action}`;
    if (!KNOWN.has(scope)) throw new Error(`${method} needs ${scope}, which is no scope`);
    return [scope as SingleScope, ...(BESIDE[scope as SingleScope] ?? [])];
  });
}

/** What somebody may do. `:write` does not include `:read`. */
export class ScopeSet {
  private readonly held: ReadonlySet<Scope>;

  constructor(scopes: Iterable<Scope>) {
    this.held = new Set(scopes);
  }

  /** As they were given; `*` is not unfolded. */
  get all(): readonly Scope[] {
    return [...this.held];
  }

  /** `*` is covered by itself alone, `*:read` by itself and `*`, those that have to be named by themselves. */
  covers(scope: Scope): boolean {
    if (this.held.has(scope)) return true;
    if (NAMED.has(scope)) return false;
    if (this.held.has('*')) return true;
    return scope.endsWith(':read') && this.held.has('*:read');
  }

  /** Those of `needed` that are not covered, in their order. */
  lacking<S extends Scope>(needed: readonly S[]): readonly S[] {
    return needed.filter((scope) => !this.covers(scope));
  }
}

/** All but what has to be named. */
export const EVERYTHING = new ScopeSet(['*']);
/** Of operators, and of administrators who may read conversations. */
export const EVERYTHING_NAMED = new ScopeSet(['*', ...NAMED_SCOPES]);

/** A caller lacks scopes. Contract: extensions E5.1 */
export class ScopeMissing extends DomainError<'scope-missing'> {
  /** @param missing in the order in which they are named; not empty */
  constructor(readonly missing: readonly Scope[]) {
    super('scope-missing', { scope: missing[0]!, resource: null });
  }
}

/** @throws ScopeMissing */
export function requireScopes(held: ScopeSet, needed: readonly Scope[]): void {
  const missing = held.lacking(needed);
  if (missing.length > 0) throw new ScopeMissing(missing);
}
