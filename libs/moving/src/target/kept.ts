import type { BareJid } from '@chat-admin/domain/shared/jid';
import type { Kind } from '../rows.js';
import type { Target } from './target.js';

/**
 * What was here and was kept stays as it was: nothing of the source under its name is added to it, of no kind, and nothing there gives it
 * rights.
 */
export const isKept = (kind: 'accounts' | 'rosters' | 'rooms', name: string): string =>
  `exists (select from moving.kept where kept.kind = '${kind}' and kept.target = array[${name}])`;

/** Whether there is an account that things of this name may be added to. */
export const takesOwner = (name: string): string =>
  `(exists (select from account where username = ${name}) and not ${isKept('accounts', name)})`;

/** Those of the given JIDs that are of this domain, by their names: once, and not for each account. */
const NAMED = `array(select local_username(jid, service_domain()) from unnest($1::text[]) jid)`;

const MEANT = `
  select username as name from account
  where username = any (${NAMED}) and ${isKept('accounts', 'username')}
    and username not in (select username from administrator_name())`;

const HERE = `
  select username as name from account
  where username = any (${NAMED}) and not ${isKept('accounts', 'username')}
    and not exists (select from moving.item where kind = 'accounts' and target = array[username])
    and not exists (select from moving.gone where kind = 'accounts' and target = array[username])`;

const NOTE = `
  insert into moving.kept select 'accounts', array[name] from unnest($1::text[]) name
  on conflict do nothing`;

/**
 * Notes which of these JIDs are of accounts that will be kept, before accounts are moved: they are here, were not imported, and the source
 * has accounts of these names.
 */
export async function noteKeptAccounts(
  target: Target,
  jids: readonly string[],
  accountsThere: () => AsyncIterable<string | null>,
): Promise<void> {
  const rows = await target.query<{ name: string }>(HERE, [jids]);
  if (rows.length === 0) return;
  const here = new Set(rows.map(({ name }) => name));
  const kept: string[] = [];
  for await (const name of accountsThere()) if (name !== null && here.has(name)) kept.push(name);
  await target.query(NOTE, [kept]);
}

/** Where everything replaces what is here, nothing of these kinds is kept any more. */
export async function forgetKept(target: Target, kinds: readonly Kind[]): Promise<void> {
  await target.query('delete from moving.kept where kind = any ($1)', [kinds]);
}

/** Those of these JIDs that are of kept accounts without rights here: another person has the name there. */
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

/** What groups and rooms may name, and is another's here. */
export interface Kept {
  readonly jids: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
  /** who owns a room that names no owner */
  readonly defaultOwner: BareJid;
}

/** Once accounts, and for rooms groups, are moved. `null`: there are none. */
export async function keptNames(target: Target): Promise<Kept | null> {
  const [row] = await target.query<{ jids: string[]; groups: string[]; owner: BareJid }>(
    `select default_owner('') as owner,
       array(select target[1] || '@' || service_domain() from moving.kept where kind = 'accounts') as jids,
       array(select target[1] from moving.kept where kind = 'groups') as groups`,
  );
  const { jids, groups, owner } = row!;
  if (jids.length + groups.length === 0) return null;
  return { jids: new Set(jids), groups: new Set(groups), defaultOwner: owner };
}
