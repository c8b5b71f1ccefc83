/** The base path of the API of a running product, its shared secret, and what the names of this program begin with. */
export const [BASE = '', SECRET = '', PREFIX = ''] = process.argv.slice(2);

export const NAMES = ['a', 'b', 'c'].map((letter) => `${PREFIX}-${letter}`);

/** What the header `Link` of a page says of the next one. */
export function nextPage({ headers }: { readonly headers: Headers }): string | undefined {
  const address = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  return address && (new URL(address, BASE).searchParams.get('after') ?? undefined);
}

/** Types of the events of the users of this program. */
export const ownEvents = (events: readonly { readonly type: string; readonly object: string }[]) =>
  events.filter(({ object }) => object.startsWith(`/users/${PREFIX}-`)).map(({ type }) => type);

/** Until it is asked again. */
export const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

/** The same of each program. */
export interface Report {
  /** of the first creation, and of the same request again */
  readonly created: readonly number[];
  readonly replayed: string | null;
  readonly taken: {
    readonly status: number;
    readonly code: string | null;
    readonly exception: string;
  };
  readonly pages: readonly (readonly string[])[];
  /** of a change with the tag, and of another with the same */
  readonly changed: readonly number[];
  readonly stale: string;
  readonly job: { readonly status: string; readonly succeeded: number };
  readonly events: readonly string[];
}

export const report = (all: Report) => process.stdout.write(JSON.stringify(all));
