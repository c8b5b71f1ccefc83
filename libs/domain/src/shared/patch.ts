/**
 * A merge patch (RFC 7396) of a document `D`. Absent: unchanged; `null`: cleared, as if absent in the
 * document of a new one; a map: entries of a list by key, of which `null` removes one. Contract: extensions E3
 */
export type Patch<D> = { readonly [Name in keyof D]?: Patched<D[Name]> | null | undefined };

type Patched<T> = NonNullable<T> extends readonly object[] ? T | PatchedEntries : T;
export type PatchedEntries = ReadonlyMap<string, string | null>;

/** What a patch sets, without what it clears. */
export function setBy<D>(patch: Patch<D>) {
  const set = Object.entries(patch).filter(([, sent]) => sent !== null);
  return Object.fromEntries(set) as { readonly [Name in keyof D]?: Exclude<Patch<D>[Name], null> };
}
