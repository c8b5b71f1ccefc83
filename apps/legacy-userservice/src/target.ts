/**
 * The path and the query string of a request target, one character per byte. `http://host` before
 * them, as proxies are sent it (RFC 9112 section 3.2.2), is left out.
 */
export function splitTarget(target = '/'): { readonly path: string; readonly query: string } {
  const [, path = '', query = ''] = /^(?:https?:\/\/[^/?]*)?([^?]*)\??([^]*)$/i.exec(target)!;
  return { path: path === '' ? '/' : path, query };
}
