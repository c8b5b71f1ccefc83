import { useSyncExternalStore } from 'react';
import { ChatAdminError, dataOf } from '@chat-admin/client';
import { api, BACKGROUND, guardApi, SERVICE_NAME } from '../api/client';
import type { Outage } from '../api/client';
import type { Arrival } from './arrival';
import { isStatus, queryClient } from '../api/staleness';
import { covers } from './scopes';
import type { Scope } from './scopes';

/** Who is signed in. */
export interface Who {
  readonly username: string;
  readonly scopes: readonly string[];
  readonly domain: string;
}

export interface SessionState {
  /** `unknown` until the first answer; `ended`: signed in once, to be signed in again in place */
  readonly phase: 'unknown' | 'out' | 'in' | 'ended';
  readonly who: Who | null;
  /** when it ends if nothing is done, in milliseconds */
  readonly expires: number | null;
  /** whether it is about to end */
  readonly isEnding: boolean;
  readonly outage: Outage | null;
  /** why the sign-in has failed that the address brought along; `null`: it has not */
  readonly fault: unknown;
}

const WARNING_MS = 120_000;
const IDLE_MS = 30 * 60_000;
/** A use is written down by the server at most once a minute. */
const USE_MS = 60_000;

let state: SessionState = {
  phase: 'unknown',
  who: null,
  expires: null,
  isEnding: false,
  outage: null,
  fault: null,
};
let csrfToken: string | null = null;
let absoluteEnd = Infinity;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(change: Partial<SessionState>): void {
  state = { ...state, ...change };
  listeners.forEach((heard) => heard());
}

const subscribe = (heard: () => void) => {
  listeners.add(heard);
  return () => listeners.delete(heard);
};

export const useSession = (): SessionState => useSyncExternalStore(subscribe, () => state);

/** Whether the session that is known by now may do that. */
export const mayNow = (scope: Scope): boolean =>
  state.who !== null && covers(state.who.scopes, scope);

/** Ends with the first answer to who is signed in. */
export const sessionKnown = (): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (state.phase === 'unknown') return;
      listeners.delete(look);
      resolve();
    };
    listeners.add(look);
    look();
  });

/** Whether the session may do that. */
export function useMay(): (scope: Scope) => boolean {
  const { who } = useSession();
  return (scope) => who !== null && covers(who.scopes, scope);
}

export const isSelf = (username: string): boolean => state.who?.username === username;

type News = { readonly kind: 'in'; readonly username: string } | { readonly kind: 'out' };
const otherTabs = new BroadcastChannel(`chat-admin-session ${SERVICE_NAME}`);

guardApi({
  csrfToken: () => csrfToken,
  refused: ended,
  used: () => {
    if (state.phase !== 'in' || state.isEnding) return;
    schedule(Math.min(Date.now() + IDLE_MS, absoluteEnd));
  },
  reached: (outage) => {
    if (outage !== state.outage) set({ outage });
  },
});

interface ApiSession extends Who {
  readonly expires?: string;
  readonly csrfToken?: string;
}

function begun(session: ApiSession): void {
  const { username, scopes, domain, expires } = session;
  const before = state.who?.username;
  if (state.phase === 'ended' && before !== undefined && before !== username) {
    location.reload(); // nothing of somebody else stays
    return;
  }
  const wasOut = state.phase !== 'in';
  csrfToken = session.csrfToken ?? null;
  set({ phase: 'in', who: { username, scopes, domain }, isEnding: false, fault: null });
  schedule(expires === undefined ? null : Date.parse(expires));
  if (wasOut) void queryClient.invalidateQueries();
}

function ended(): void {
  clearTimeout(timer);
  csrfToken = null;
  if (state.phase === 'in') set({ phase: 'ended', isEnding: false, expires: null, fault: null });
  if (state.phase === 'unknown') set({ phase: 'out' });
}

/** Asks the server shortly before the end, since other tabs may have prolonged it. */
function schedule(expires: number | null): void {
  clearTimeout(timer);
  state = { ...state, expires };
  if (expires === null) return;
  // longer waits overflow
  const wait = Math.min(expires - WARNING_MS - Date.now(), 2 ** 31 - 1);
  timer = setTimeout(() => void lookAhead(), Math.max(0, wait));
}

async function lookAhead(): Promise<void> {
  try {
    const session = await readSession(true);
    const expires = session.expires === undefined ? null : Date.parse(session.expires);
    if (expires === null || expires - Date.now() > WARNING_MS + USE_MS / 10) {
      set({ isEnding: false });
      return schedule(expires);
    }
    set({ isEnding: true, expires });
    clearTimeout(timer);
    timer = setTimeout(() => void lookAhead(), Math.max(1_000, expires - Date.now() + 500));
  } catch (error) {
    if (isStatus(error, 401)) return; // has been told
    timer = setTimeout(() => void lookAhead(), 10_000);
  }
}

const readSession = (isBackground: boolean): Promise<ApiSession> =>
  dataOf(api.GET('/session', { headers: isBackground ? BACKGROUND : {} })) as Promise<ApiSession>;

/** Finds out who is signed in, at the start. */
export async function openSession(): Promise<void> {
  try {
    begun(await readSession(true));
  } catch (error) {
    if (state.phase === 'unknown') set({ phase: 'out' });
    if (!(error instanceof ChatAdminError)) throw error;
  }
}

/** @throws ChatAdminError */
export async function signIn(
  credentials:
    | { readonly username: string; readonly password: string }
    | { readonly authorization: string }
    | Arrival,
): Promise<void> {
  const request =
    'authorization' in credentials
      ? { headers: { Authorization: credentials.authorization } }
      : { body: credentials };
  const session = (await dataOf(api.POST('/session', request as never))) as ApiSession;
  absoluteEnd = Date.now() + 12 * 60 * 60_000;
  begun(session);
  otherTabs.postMessage({ kind: 'in', username: session.username } satisfies News);
}

/**
 * Signs in with what the address has brought along, at the start. Anybody can make such an address, so
 * one that is refused leaves the present session open.
 */
export async function arrive(arrival: Arrival): Promise<void> {
  try {
    await signIn(arrival);
  } catch (fault) {
    set({ fault });
    await openSession();
    set({ fault });
  }
}

/** Goes on with a session that was about to end. */
export async function stay(): Promise<void> {
  begun(await readSession(false));
}

/** Where an issuer has signed in, it is left as well. */
export async function signOut(): Promise<void> {
  const query = { issuer: 'true' };
  const end = api.DELETE('/session', { params: { query } } as never);
  const left = (await dataOf(end as never).catch((error: unknown) => {
    if (!isStatus(error, 401)) throw error;
    return {};
  })) as { readonly location?: string };
  leave();
  otherTabs.postMessage({ kind: 'out' } satisfies News);
  if (left.location !== undefined) location.assign(left.location);
}

/** Ends this person's sessions in other browsers. */
export const endOtherSessions = (): Promise<unknown> =>
  api.DELETE('/session', { params: { query: { others: 'true' } } } as never);

function leave(): void {
  clearTimeout(timer);
  csrfToken = null;
  queryClient.clear();
  set({ phase: 'out', who: null, expires: null, isEnding: false, fault: null });
}

otherTabs.onmessage = ({ data }: MessageEvent<News>) => {
  if (data.kind === 'out') return leave();
  const isOther = state.who !== null && state.who.username !== data.username;
  if (isOther) location.reload();
  else void openSession().catch(() => undefined);
};
