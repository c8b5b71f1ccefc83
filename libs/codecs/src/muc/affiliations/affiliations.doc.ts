import { MOST_AFFILIATIONS } from '@chat-admin/domain/muc/affiliations/affiliations';
import type { Affiliation } from '@chat-admin/domain/muc/affiliations/affiliations';
import { UnreadableBody } from '../../wire/body-faults.js';
import { jid, listDoc, type ListDoc } from '../../wire/schema.js';

/** The list of one affiliation: JIDs, user names, group names and group JIDs. Contract: muc-and-legacy 9.1 */
export const affiliationsDocs: Readonly<Record<Affiliation, ListDoc<typeof jid>>> = {
  owner: affiliationsDoc('owner'),
  admin: affiliationsDoc('admin'),
  member: affiliationsDoc('member'),
  outcast: affiliationsDoc('outcast'),
};

/** Refuses a JSON object without the expected member, which may be meant for another list. */
function affiliationsDoc(affiliation: Affiliation): ListDoc<typeof jid> {
  const plural = `${affiliation}s`;
  const doc = listDoc(plural, jid, {
    member: plural,
    item: affiliation,
    limit: MOST_AFFILIATIONS,
  });
  const isNamed = (value: unknown): boolean =>
    typeof value === 'object' &&
    value !== null &&
    (Object.hasOwn(value, plural) || Object.hasOwn(value, affiliation));
  return {
    ...doc,
    readJson: (value, ignored) => {
      if (!isNamed(value)) {
        throw new UnreadableBody(`the member ${plural} is expected`, `{"${plural}":[…]}`);
      }
      return doc.readJson(value, ignored);
    },
  };
}
