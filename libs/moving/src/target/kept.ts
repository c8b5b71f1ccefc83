import type { Target } from './target.js';

/**
 * What was here and was kept stays as it was: nothing of the source under its name is added to it, of no kind, and nothing there gives it
 * rights.
 */
export const isKept = (kind: 'accounts' | 'rooms', name: string): string =>
  `exists (select from moving.kept where kept.kind = '${kind}' and kept.target = array[${name}])`;

/** Whether there is an account that things of this name may be added to. */
export const takesOwner = (name: string): string =>
  `(exists (select from account where username = ${name}) and not ${isKept('accounts', name)})`;

const MEANT = `
  select username as name from account
  where username || '@' || service_domain() = any ($1) and ${isKept('accounts', 'username')}`;

/** Administrators are named before accounts are moved. */
const NOTE = `
  insert into moving.kept
  select 'accounts', array[username] from account
  where username || '@' || service_domain() = any ($1)
    and not exists (select from moving.item where kind = 'accounts' and target = array[username])
  on conflict do nothing`;

/** Notes which of these JIDs are of accounts that are here and will be kept. */
export async function noteKeptAccounts(target: Target, jids: readonly string[]): Promise<void> {
  await target.query(NOTE, [jids]);
}

/** Those of these JIDs that are of kept accounts: another person has the name there. */
export async function keptAmong(
  target: Target,
  jids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await target.query<{ jid: string }>(
    `select name || '@' || service_domain() as jid from (${MEANT}) meant`,
    [jids],
  );
  return new Set(rows.map(({ jid }) => jid));
}
