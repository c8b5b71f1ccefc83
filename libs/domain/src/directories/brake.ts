import type { Affected } from './directory-run.js';
import type { DirectorySettings } from './directory-settings.js';

/**
 * Why a run has to be confirmed before it writes anything; null: it does not. Contract: extensions E13.10
 * @param people how many the directory has, null where not all were read
 */
export function brakes(
  affected: Affected,
  people: number | null,
  { brake }: Pick<DirectorySettings, 'brake'>,
): string | null {
  const { people: p, groups: g, memberships: m } = affected;
  const isMuch = (count: number, of: number) =>
    count >= brake.atLeast && count * 100 > brake.percent * of;
  const reasons = [
    ...(isMuch(p.locked + p.removed + p.renamed, p.of) || (people === 0 && p.of > 0)
      ? [`lock ${p.locked}, remove ${p.removed}, rename ${p.renamed} of ${p.of} people`]
      : []),
    ...(isMuch(g.removed + g.renamed, g.of)
      ? [`remove ${g.removed}, rename ${g.renamed} of ${g.of} groups`]
      : []),
    ...(isMuch(m.removed, m.of) ? [`remove ${m.removed} of ${m.of} memberships`] : []),
  ];
  return reasons.length === 0 ? null : `Would ${reasons.join('; ')}: confirm or cancel`;
}

/** Whether a run takes no more than was confirmed. */
export function isWithin(affected: Affected, confirmed: Affected | null): boolean {
  if (confirmed === null) return false;
  const { people, groups, memberships } = affected;
  return (
    people.locked <= confirmed.people.locked &&
    people.removed <= confirmed.people.removed &&
    people.renamed <= confirmed.people.renamed &&
    groups.removed <= confirmed.groups.removed &&
    groups.renamed <= confirmed.groups.renamed &&
    memberships.removed <= confirmed.memberships.removed
  );
}
