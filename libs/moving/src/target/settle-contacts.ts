import { isKept } from './kept.js';
import type { Target } from './target.js';

/** What `moving.progress` calls it: a step of each pass, after all kinds. */
export const CONTACTS = 'contacts';

const AT_ONCE = 5_000;

/** The owner sees the contact by a shared group, as `shared_contact` tells of one owner. */
const IS_SHARED = `exists (
  select from group_member theirs
  join user_group shown on shown.name = theirs.group_name and shown.shared
  where theirs.jid = batch.jid and (
    shown.visibility = 'everybody'
    or shown.visibility is distinct from 'groups' and exists (
      select from group_member mine where mine.group_name = shown.name and mine.jid = batch.owner_jid)
    or shown.visibility = 'groups' and exists (
      select from group_member mine
      where mine.jid = batch.owner_jid and mine.group_name = any (shown.visible_to))))
  and (batch.name is null or (select true from account where username = batch.name))`;

/**
 * Openfire stores 3 for a contact of shared groups as soon as its owner edits it: the number of such a contact counts only if the other
 * side has the one that belongs to it. Moving in: 4, ofRoster
 */
const SETTLE = `
  with batch as materialized (
    select owner, jid, subscription, owner || '@' || domain as owner_jid, local_username(jid, domain) as name
    from moving.contact, (select service_domain() as domain offset 0) here
    where (owner, jid) > ($1, $2)
    order by owner, jid limit ${AT_ONCE}
  ), number as (
    select owner, jid, subscription, jid <> owner_jid and ${IS_SHARED} as is_shared,
      coalesce(
        (select theirs.subscription from moving.contact theirs
         where theirs.owner = batch.name and theirs.jid = batch.owner_jid),
        (select stored.subscription from roster_item stored
         where stored.owner = batch.name and stored.jid = batch.owner_jid), 0) as other
    from batch
  ), settled as (
    update roster_item set subscription = number.subscription
    from (
      select owner, jid, case
        when (subscription, other) in ((3, 3), (1, 2), (2, 1)) then subscription
        when is_shared then 0
        else subscription
      end as subscription
      from number) number
    where roster_item.owner = number.owner and roster_item.jid = number.jid
      and roster_item.subscription <> number.subscription
      and not ${isKept('accounts', 'number.owner')} and not ${isKept('rosters', 'number.owner')}
    returning true
  )
  select owner, jid, (select count(*) from batch)::integer as contacts,
    (select count(*) from settled)::integer as changed
  from batch order by owner desc, jid desc limit 1`;

interface Settled {
  readonly owner: string;
  readonly jid: string;
  readonly contacts: number;
  readonly changed: number;
}

/** Tables that it joins, which have grown in this pass. */
const STATISTICS = 'analyze moving.contact, group_member, user_group, account, roster_item';

/** Each contact by its key: a batch is not worth reading whole tables for. */
const BY_KEYS = 'set local enable_hashjoin = off; set local enable_mergejoin = off';

/** How many there are. */
export async function contactsToSettle(target: Target): Promise<number> {
  const [row] = await target.query<{ contacts: number }>(
    'select count(*)::integer as contacts from moving.contact',
  );
  return row!.contacts;
}

/**
 * Goes on after the contact that is noted, by batches: each with its note is one transaction.
 * @param settled is told after each. @throws ImportStopped
 */
export async function settleContacts(
  target: Target,
  settled: (contacts: number) => Promise<void>,
): Promise<number> {
  await target.query(STATISTICS);
  const [noted] = await target.query<{ at: string[] | null }>(
    'select at from moving.progress where kind = $1',
    [CONTACTS],
  );
  let changed = 0;
  for (let at = noted?.at ?? ['', '']; ;) {
    const [batch] = await target.transaction(async () => {
      await target.query(BY_KEYS);
      const rows = await target.query<Settled>(SETTLE, at);
      if (rows[0] !== undefined) {
        await target.query(
          'update moving.progress set at = $2, moved = moved + $3 where kind = $1',
          [CONTACTS, [rows[0].owner, rows[0].jid], rows[0].contacts],
        );
      }
      return rows;
    });
    if (batch === undefined) return changed;
    at = [batch.owner, batch.jid];
    changed += batch.changed;
    await settled(batch.contacts);
  }
}
