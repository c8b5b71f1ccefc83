/** What has come along in the address: the answer of an issuer, or the token of a link. Contract: extensions E14 */
export type Arrival =
  | { readonly once: string }
  | {
      readonly state: string;
      readonly code?: string;
      readonly iss?: string;
      readonly error?: string;
    };

/** Takes it out of the address, so that neither the history nor a bookmark keeps it. */
export function takeArrival(): Arrival | null {
  const { search, hash, pathname } = location;
  const arrival = arrivalIn(search, hash);
  if (arrival === null) return null;
  history.replaceState(null, '', 'once' in arrival ? pathname : pathname + hash);
  return arrival;
}

/** @param search with `?`. @param hash with `#` */
export function arrivalIn(search: string, hash: string): Arrival | null {
  const once = new URLSearchParams(hash.slice(1)).get('once');
  if (once) return { once };
  const query = new URLSearchParams(search);
  const [state, code, iss, error] = ['state', 'code', 'iss', 'error'].map((name) =>
    query.get(name),
  );
  if (!state || !(code || error)) return null;
  return { state, ...(code && { code }), ...(iss && { iss }), ...(error && { error }) };
}
