import { hasStores, purgeStores } from './chat-server-stores.js';
import type { Target } from './target.js';

const NEW_NAMES = `
  select target[1] as name from moving.stage
  where refused is null and (select true from account where username = target[1]) is not true`;

/** Accounts whose name had another one, of which the chat server has not heard yet: with its next start it would remove what is theirs. */
const OVERDUE = `
  select username as name from departed_account join account using (username) where not inherited`;

/** Before staged accounts are inserted, what is kept of former holders of their names goes. */
export const purgeForNewAccounts = (target: Target): Promise<void> => purge(target, NEW_NAMES);

/** Before a pass, for accounts that are here already: what was imported of them is written again. */
export const purgeOverdue = (target: Target): Promise<void> => purge(target, OVERDUE);

/** May be repeated, and cut off anywhere: the note that the name departed goes last. Nothing, where the chat server's tables may not be written. */
async function purge(target: Target, selection: string): Promise<void> {
  const rows = await target.query<{ name: string }>(selection);
  if (rows.length === 0 || !(await hasStores(target))) return;
  const names = rows.map(({ name }) => name);
  await target.query(
    `delete from moving.item where kind = any ('{private,pep,blocks}') and target[1] = any ($1)`,
    [names],
  );
  await purgeStores(target, names);
  await target.query('delete from departed_account where username = any ($1)', [names]);
}
