import type { BareJid } from '../../shared/jid.js';
import type { Affiliation, Affiliations } from './affiliations.js';

/** Admins and members by group. */
export type GroupPeople = ReadonlyMap<string, readonly BareJid[]>;

/** The first one held is the effective one. Contract: muc-and-legacy 9.1 "Effective affiliation" */
const PRECEDENCE: readonly Affiliation[] = ['owner', 'admin', 'outcast', 'member'];

/** The effective affiliation of everyone who has one, directly or through a group. */
export function effectiveAffiliations(
  affiliations: Affiliations,
  groupPeople: GroupPeople,
): ReadonlyMap<BareJid, Affiliation> {
  const effective = new Map<BareJid, Affiliation>();
  for (const affiliation of [...PRECEDENCE].reverse()) {
    for (const jid of holders(affiliations, groupPeople, affiliation))
      effective.set(jid, affiliation);
  }
  return effective;
}

/** Everyone who holds `affiliation`, directly or through a group. */
export function* holders(
  { people, groups }: Affiliations,
  groupPeople: GroupPeople,
  affiliation: Affiliation,
): Generator<BareJid> {
  for (const [jid, held] of people) if (held === affiliation) yield jid;
  for (const [name, held] of groups) {
    if (held === affiliation) yield* groupPeople.get(name) ?? [];
  }
}
