import type { RoomInvitation } from '../../chat-server/live-room.js';
import type { BareJid } from '../../shared/jid.js';
import type { Affiliations } from '../affiliations/affiliations.js';
import { effectiveAffiliations, holders } from '../affiliations/effective-affiliations.js';
import type { GroupPeople } from '../affiliations/effective-affiliations.js';

const INVITED = ['owner', 'admin', 'member'] as const;

export interface NewAffiliations {
  /** the entries that the request affiliates */
  readonly given: Affiliations;
  /** those who already held the affiliation are not invited */
  readonly before: Affiliations;
  /** outcasts are not invited */
  readonly after: Affiliations;
}

/**
 * One invitation per newly affiliated person; its text names the highest affiliation.
 * Contract: muc-and-legacy 5.3, 9.1, 10.1
 */
export function invitationsTo(
  room: { readonly name: string; readonly password: string | null },
  { given, before, after }: NewAffiliations,
  groupPeople: GroupPeople,
): readonly RoomInvitation[] {
  const now = effectiveAffiliations(after, groupPeople);
  const invited = new Map<BareJid, RoomInvitation>();
  for (const affiliation of INVITED) {
    const held = new Set(holders(before, groupPeople, affiliation));
    for (const jid of holders(given, groupPeople, affiliation)) {
      if (held.has(jid) || invited.has(jid) || now.get(jid) === 'outcast') continue;
      const reason = `You are ${affiliation} of room ${room.name}`;
      invited.set(jid, { to: jid, reason, password: room.password });
    }
  }
  return [...invited.values()];
}
