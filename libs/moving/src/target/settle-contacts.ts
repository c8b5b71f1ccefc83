import type { Target } from './target.js';

/**
 * Openfire stores 3 for a contact of shared groups as soon as its owner edits it: the number of such a contact counts only if the other
 * side has the one that belongs to it. Moving in: 4, ofRoster
 */
const SETTLE = `
  with number as (
    select contact.owner, contact.jid, contact.subscription,
      exists (
        select from shared_contact(contact.owner, contact.jid)
        where cardinality(shared_groups) > 0) as is_shared,
      coalesce(theirs.subscription, stored.subscription, 0) as other
    from moving.contact
    left join moving.contact theirs on theirs.owner = local_username(contact.jid, service_domain())
      and theirs.jid = contact.owner || '@' || service_domain()
    left join roster_item stored on stored.owner = local_username(contact.jid, service_domain())
      and stored.jid = contact.owner || '@' || service_domain()
  ), settled as (
    select owner, jid, case
      when not is_shared or (subscription, other) in ((3, 3), (1, 2), (2, 1)) then subscription
      else 0
    end as subscription
    from number
  )
  update roster_item set subscription = settled.subscription
  from settled
  where roster_item.owner = settled.owner and roster_item.jid = settled.jid
    and roster_item.subscription <> settled.subscription
    and not exists (
      select from moving.kept where kind in ('accounts', 'rosters') and target = array[settled.owner])`;

export async function settleContacts(target: Target): Promise<void> {
  await target.query(SETTLE);
}
