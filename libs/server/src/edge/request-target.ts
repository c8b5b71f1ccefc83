/** The authority of an absolute-form target; `null`: the target has another form. */
export function authorityOf(target: string): string | null {
  return /^https?:\/\/([^/?]*)/i.exec(target)?.[1] ?? null;
}

/** Strips `http://host` from an absolute-form target (RFC 9112 section 3.2.2). */
export function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const [start] = /^https?:\/\/[^/?]*/i.exec(target) ?? [];
  if (start === undefined) return target;
  const rest = target.slice(start.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** The path and the query string of a target, with one character per byte. */
export function splitTarget(target = '/'): { readonly path: string; readonly query: string } {
  const address = originForm(target);
  const question = address.indexOf('?');
  if (question < 0) return { path: address, query: '' };
  return { path: address.slice(0, question), query: address.slice(question + 1) };
}
