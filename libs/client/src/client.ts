import createClient from 'openapi-fetch';
import type { Client } from 'openapi-fetch';
import type { paths } from './description.js';
import { errorOf } from './errors.js';
import { withRetries } from './retries.js';
import type { RetryOptions } from './retries.js';

/**
 * The shared secret; the token of a key, or of an issuer that the API trusts; or an administrator while the API wants Basic. In a browser
 * also the session that POST `/session` has begun: its cookie is sent by the browser, the token is that of its answer.
 * Contract: core 1.4, extensions E5.1, E5.5
 */
export type Credentials =
  | { readonly secret: string }
  | { readonly token: string }
  | { readonly username: string; readonly password: string }
  | { readonly csrfToken: () => string | null };

export interface ClientOptions {
  /** of the server, with a prefix if there is one: `https://chat.example`; the path of the API may stand behind it */
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly retries?: RetryOptions;
  /** instead of the global one */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** One method per HTTP method, which takes a path of the API and its parameters, all typed. */
export type ChatAdminClient = Client<paths, 'application/json'>;

/** RFC 7396 */
const MERGE_PATCH = 'application/merge-patch+json';
const API_ROOT = '/plugins/restapi/v1';
/** JSON where there is any; else what there is, such as vCards (read with `parseAs: 'text'`) and files */
const ACCEPTED = 'application/json, */*;q=0.1';

/**
 * A client of the API. What is no success is thrown as `ChatAdminError`; network errors are thrown as `fetch` throws them.
 *
 * ```ts
 * const client = createChatAdminClient({ baseUrl: 'http://localhost:9090', credentials: { secret } });
 * const user = await dataOf(client.GET('/users/{username}', { params: { path: { username: 'ola' } } }));
 * ```
 */
export function createChatAdminClient({
  baseUrl,
  credentials,
  retries = {},
  fetch = (request) => globalThis.fetch(request),
}: ClientOptions): ChatAdminClient {
  const client = createClient<paths, 'application/json'>({
    baseUrl: apiRootOf(baseUrl),
    fetch: withRetries(fetch, retries),
    headers: { Accept: ACCEPTED, ...authorizationOf(credentials) },
    redirect: 'manual',
    // `fields` and `types`: one parameter with commas
    querySerializer: { array: { style: 'form', explode: false } },
  });
  client.use({
    onRequest: ({ request }) => {
      if (request.method === 'PATCH') request.headers.set('Content-Type', MERGE_PATCH);
      const token = 'csrfToken' in credentials ? credentials.csrfToken() : null;
      if (token !== null) request.headers.set('X-CSRF-Token', token);
    },
    onResponse: async ({ response }) => {
      if (!response.ok) throw await errorOf(response);
    },
  });
  return client;
}

function apiRootOf(baseUrl: string): string {
  const base = baseUrl.replace(/\/$/, '');
  return base.endsWith(API_ROOT) ? base : base + API_ROOT;
}

/** The document of a success. */
export async function dataOf<T>(answer: Promise<{ readonly data?: T }>): Promise<T> {
  return (await answer).data as T;
}

function authorizationOf(credentials: Credentials): { readonly Authorization?: string } {
  if ('csrfToken' in credentials) return {};
  if ('secret' in credentials) return { Authorization: credentials.secret };
  if ('token' in credentials) return { Authorization: `Bearer ${credentials.token}` };
  const { username, password } = credentials;
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  return { Authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` };
}
