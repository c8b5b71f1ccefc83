import { createChatAdminClient } from '@chat-admin/client';
import type { ChatAdminClient } from '@chat-admin/client';

/** The console lies at `<prefix>/console/`, the API below the same prefix. */
const BASE = new URL('..', document.baseURI);

interface Gatekeeper {
  csrfToken(): string | null;
  /** the session has ended */
  refused(): void;
  /** somebody did something, so it goes on */
  used(): void;
  /** whether the service could be reached at all, and answered */
  reached(fault: Outage | null): void;
}

/** Why nothing can be done for now; `redirected`: the paths of the API are led to a login page. */
export type Outage = 'offline' | 'unavailable' | 'disabled' | 'redirected';

let keeper: Gatekeeper = {
  csrfToken: () => null,
  refused: () => undefined,
  used: () => undefined,
  reached: () => undefined,
};

/** Called once, by `shared/session`. */
export function guardApi(gatekeeper: Gatekeeper): void {
  keeper = gatekeeper;
}

/** On requests that nobody clicked for: they do not prolong the session. Contract: extensions E5.5 */
export const BACKGROUND = { 'X-Background': 'true' } as const;

async function send(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    keeper.reached(await outageIn(response));
    const isSignIn =
      request.method === 'POST' && new URL(request.url).pathname.endsWith('/session');
    if (response.status === 401 && !isSignIn) keeper.refused();
    else if (response.ok && !request.headers.has('X-Background')) keeper.used();
    return response;
  } catch (error) {
    if (!request.signal.aborted) keeper.reached('offline');
    throw error;
  }
}

async function outageIn(response: Response): Promise<Outage | null> {
  if (response.type === 'opaqueredirect') return 'redirected';
  if (response.status === 503) return 'unavailable';
  if (response.status !== 403) return null;
  const text = await response.clone().text();
  return text.includes('"The REST API is disabled"') ? 'disabled' : null;
}

const options = {
  baseUrl: BASE.href,
  credentials: { csrfToken: () => keeper.csrfToken() },
  fetch: send,
};

/** Errors are thrown as `ChatAdminError`; lost answers are asked for once more, long waits are left to people. */
export const api: ChatAdminClient = createChatAdminClient({
  ...options,
  retries: { attempts: 2, longestWaitMs: 1_500 },
});

/** Never sends again by itself: for the event stream, which has rules of its own. */
export const streamApi: ChatAdminClient = createChatAdminClient({
  ...options,
  retries: { attempts: 1 },
});

/** Where the documentation of the API and other pages of the service are. */
export const serviceUrl = (path: string): string => new URL(path, BASE).href;

/** Tells consoles of different services at one host apart. */
export const SERVICE_NAME = BASE.pathname;
