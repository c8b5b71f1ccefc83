const SCHEMES = new Set(['http:', 'https:', 'xmpp:', 'mailto:']);

/** An address out of data, if its scheme is harmless; else nothing, so that there is no link. */
export function safeHref(text: string): string | undefined {
  const url = URL.parse(text);
  return url !== null && SCHEMES.has(url.protocol) ? url.href : undefined;
}
