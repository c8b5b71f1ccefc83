import { useQuery } from '@tanstack/react-query';
import { pageOf } from '@chat-admin/client';
import { api } from '../api/client';
import { inAddresses } from '../jobs/pasted';
import { useMay } from '../session/session';

/** Of user names in one request; an address stays far below what servers take. */
const MOST = 100;
const MOST_CHARACTERS = 4_000;
/** Rows of a list are rendered at once, and ask at once. */
const GATHERED_MS = 20;

type Names = ReadonlyMap<string, string>;
let waiting: { readonly usernames: string[]; readonly names: Promise<Names> } | null = null;

/** What an account is called, by its user name; `null`: nothing, there is none, or it is not known yet. */
export function useName(username: string | null): string | null {
  const may = useMay();
  const { data } = useQuery({
    queryKey: ['users', 'name', username],
    queryFn: () => nameOf(username!),
    enabled: username !== null && may('users:read'),
    staleTime: 60_000,
  });
  return data ?? null;
}

/** What these accounts are called, by their user names, in few requests. */
export async function namesOf(usernames: readonly string[]): Promise<Names> {
  const parts = await Promise.all(inAddresses(usernames).map(ask));
  return new Map(parts.flatMap((names) => [...names]));
}

/** Asks with all others who ask within a moment. */
async function nameOf(username: string): Promise<string | null> {
  if (waiting === null || !hasRoom(waiting.usernames, username)) {
    const usernames: string[] = [];
    waiting = { usernames, names: gathered(usernames) };
  }
  const { usernames, names } = waiting;
  usernames.push(username);
  return (await names).get(username) ?? null;
}

const hasRoom = (usernames: readonly string[], one: string): boolean =>
  usernames.length < MOST && usernames.join(' ').length + one.length < MOST_CHARACTERS;

async function gathered(usernames: readonly string[]): Promise<Names> {
  await new Promise((resolve) => setTimeout(resolve, GATHERED_MS));
  waiting = null;
  return ask(usernames);
}

async function ask(usernames: readonly string[]): Promise<Names> {
  const query = {
    ...{ username: usernames.join(' '), limit: 1_000 },
    fields: ['username' as const, 'name' as const],
  };
  const { entries } = await pageOf(api, '/users', { query, headers: {} });
  return new Map(entries.map(({ username, name = '' }) => [username, name]));
}
