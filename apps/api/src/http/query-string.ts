/** The first value of each parameter; `+` is a blank. Only for text known to be decodable. */
export type Query = Readonly<Record<string, string | undefined>>;

/** Contract: core 1.1 "Query parameters" */
export function parseQuery(text: string): Query {
  const query: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(text)) query[name] ??= value;
  return query;
}
