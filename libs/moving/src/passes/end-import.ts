import { NO_STORES } from '../target/chat-server-stores.js';
import { ImportRefused } from '../faults.js';
import { PUT_FORMER_BACK } from '../target/former.js';
import type { Kind } from '../rows.js';
import type { KindProgress } from '../target/run-state.js';
import { completeTables } from '../target/moving-schema.js';
import { NONE, progressOf, requireFinishedPass, requireRun } from '../target/run-state.js';
import { CONTACTS } from '../target/settle-contacts.js';
import { switchOn } from '../target/switches.js';
import { ENGINE_DOMAIN, lacksPrivilege } from '../target/target.js';
import type { Target } from '../target/target.js';

const SPENT = [
  'item',
  'gone',
  'line',
  'entry',
  'again',
  'late',
  'kept',
  'former',
  'contact',
  'stage',
  'staged_contact',
  'staged_message',
  'progress',
];

/**
 * Ends an import: fingerprints and their key are destroyed, statistics made, services may start.
 * @returns rows that were moved, by kind
 * @throws ImportRefused if a pass is not finished
 */
export async function finishImport(
  target: Target,
  node: string,
): Promise<Readonly<Record<string, number>>> {
  await requireRun(target, NONE);
  await requireFinishedPass(target);
  await completeTables(target);
  const progress = await progressOf(target);
  await switchOn(target);
  const counts = await totalsOf(target, progress);
  const shown = Object.entries(counts).map(([kind, moved]) => `${kind}=${moved}`);
  await target.transaction(async () => {
    await target.query(
      `select append_audit_entry(jsonb_build_object(
         'username', 'command line', 'kind', 'label', 'timestamp', now(), 'summary', 'import finish', 'node', $1::text,
         'details', $2::text))`,
      [node, `object=/import; outcome=200; ${shown.join('; ')}`],
    );
    await target.query(`drop table if exists ${SPENT.map((name) => `moving.${name}`).join(', ')}`);
    await target.query('drop function moving.digest(text, text[])');
    await target.query(
      `update moving.run set state = 'finished', secret = null,
         options = case when options ? 'report' then jsonb_build_object('report', options -> 'report') end`,
    );
  });
  await target.query('analyze');
  return counts;
}

/** A pass goes through all rows of most kinds; of the growing ones it takes those that are new, so what is here is counted. */
const TOTALS: Partial<Record<Kind, string>> = {
  audit: 'select count(*)::integer as rows from moving.entry join audit_entry using (log_id)',
  messages:
    'select count(*)::integer as rows from room_message where id > (select line_above from moving.run)',
  archive:
    'select count(*)::integer as rows from archived_message where id > (select archive_above from moving.run)',
};

async function totalsOf(
  target: Target,
  progress: readonly KindProgress[],
): Promise<Readonly<Record<string, number>>> {
  const totals: Record<string, number> = {};
  for (const { kind, moved } of progress) {
    if (kind === CONTACTS) continue;
    const counted = TOTALS[kind];
    const [row] = counted === undefined ? [] : await target.query<{ rows: number }>(counted);
    totals[kind] = row?.rows ?? moved;
  }
  return totals;
}

const REMOVALS = [
  `delete from room using moving.item
   where item.kind = 'rooms' and service = item.target[1] and room.name = item.target[2]`,
  `delete from account using moving.item
   where item.kind = 'accounts' and username = item.target[1]
     and not exists (select from managed_account by where by.username = account.username)`,
  `delete from departed_account using moving.item
   where item.kind = 'accounts' and username = item.target[1]`,
  `delete from user_group using moving.item
   where item.kind = 'groups' and user_group.name = item.target[1]
     and not exists (select from managed_group where group_name = user_group.name)`,
  `delete from roster_item using moving.item where item.kind = 'rosters' and owner = item.target[1]`,
  `delete from roster_request using moving.item where item.kind = 'rosters' and owner = item.target[1]`,
  `delete from vcard using moving.item where item.kind = 'vcards' and username = item.target[1]`,
  `delete from audit_entry using moving.entry where audit_entry.log_id = entry.log_id`,
  `delete from room_message where id > (select line_above from moving.run)`,
  `delete from archived_message where id > (select archive_above from moving.run)`,
  ...PUT_FORMER_BACK,
];

/**
 * Removes what the import has made, puts back properties and services that it has changed, and what is switched off. Things of others
 * that it has replaced are gone.
 */
export async function abandonImport(target: Target): Promise<void> {
  await requireRun(target, NONE);
  await removeStores(target).catch((error: unknown) => {
    throw lacksPrivilege(error) ? new ImportRefused(NO_STORES) : error;
  });
  await completeTables(target);
  await target.transaction(async () => {
    for (const statement of REMOVALS) await target.query(statement);
  });
  await switchOn(target);
  await target.query('drop schema moving cascade');
}

/** What belongs to the chat server, by its own connection. */
async function removeStores(target: Target): Promise<void> {
  const users = await target.query<{ users: string[] | null }>(
    `select array_agg(distinct target[1]) as users from moving.item
     where kind in ('private', 'pep', 'blocks')`,
  );
  const [offline] = await target.query(
    `select from moving.progress where kind = 'offline' and to_regclass('prosody.prosodyarchive') is not null`,
  );
  await target.onEngine(async (query) => {
    if (offline !== undefined) {
      await query(
        `delete from prosody.prosodyarchive
         where host = ${ENGINE_DOMAIN} and store = 'offline' and key like 'of-%'`,
        [],
      );
    }
    const [row] = users;
    if (!row?.users) return;
    const own = `host = ${ENGINE_DOMAIN} and "user" = any ($1)`;
    await query(
      `delete from prosody.prosody where ${own} and store in ('private', 'pep', 'blocklist')`,
      [row.users],
    );
    await query(`delete from prosody.prosodyarchive where ${own} and store like 'pep\\_%'`, [
      row.users,
    ]);
  });
}
