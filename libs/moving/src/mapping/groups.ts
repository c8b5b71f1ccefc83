import { cut } from '@chat-admin/domain/shared/texts';
import { GROUP_FIELDS, isGroupName } from '@chat-admin/domain/groups/group';
import type { BareJid } from '@chat-admin/domain/shared/jid';
import { compareCodePoints } from '@chat-admin/domain/shared/order';
import type { GroupRow, NamedValue } from '../rows.js';
import type { MappingContext } from './context.js';
import { dropped, moved, note } from './outcome.js';
import type { Note, Outcome } from './outcome.js';
import { cleanText, cutText, flagOf, optionalText } from './values.js';

export type Visibility = 'nobody' | 'members' | 'groups' | 'everybody';

export interface MovedGroup {
  readonly name: string;
  readonly description: string | null;
  readonly visibility: Visibility;
  /** ascending; empty unless visibility is `groups` */
  readonly visibleTo: readonly string[];
  /** null: the name */
  readonly displayName: string | null;
  /** ascending by JID */
  readonly members: readonly { readonly jid: BareJid; readonly isAdmin: boolean }[];
}

export const SHOWN = 'sharedRoster.showInRoster';
export const LABEL = 'sharedRoster.displayName';
const LIST = 'sharedRoster.groupList';
/** Each viewer from outside becomes a contact, which serves presence alone, of each of its people. */
export const MOST_VIEWERS = 5_000;

/** Moving in: 4, 5.4 */
export function movedGroup(
  row: GroupRow,
  { jids, groups }: Pick<MappingContext, 'jids' | 'groups'>,
): Outcome<MovedGroup> {
  if (row.group === null) {
    return dropped(note('reference-missing', 'there is no group of this name'));
  }
  const notes: Note[] = [];
  const name = cleanText(row.groupName, notes, 'groupName');
  if (!isGroupName(name))
    return dropped(note('name-invalid', 'no group can have this name'), notes);
  const description = optionalText(row.group.description, notes, 'description');
  const members = movedMembers(row, jids, notes);
  const shared = narrowed(
    sharingOf(row.properties, groups.sizes, notes),
    members.length,
    groups,
    notes,
  );
  const label = optionalText(propertyOf(row.properties, LABEL), notes, LABEL, { blank: true });
  for (const property of row.properties) {
    if (![SHOWN, LABEL, LIST].includes(property.name)) {
      notes.push(note('property-dropped', 'groups have no properties here', property.name));
    }
  }
  return moved(
    {
      name,
      description: cutText(description, GROUP_FIELDS.description.limit!, notes, 'description'),
      ...shared,
      displayName: label === name ? null : label,
      members,
    },
    notes,
  );
}

type Sharing = Pick<MovedGroup, 'visibility' | 'visibleTo'>;

/** Who sees a group by its properties. */
export function sharingOf(
  properties: readonly NamedValue[],
  groups: ReadonlyMap<string, number>,
  notes: Note[],
): Sharing {
  const shown = propertyOf(properties, SHOWN)?.trim();
  if (shown === 'everybody') return { visibility: 'everybody', visibleTo: [] };
  if (shown !== 'onlyGroup') return { visibility: 'nobody', visibleTo: [] };
  const list = propertyOf(properties, LIST);
  if (list === null) {
    notes.push(note('grouplist-missing', 'shared, but with whom is not said', LIST));
    return { visibility: 'members', visibleTo: [] };
  }
  const { found, missing } = splitGroupList(list, groups);
  for (const name of missing) {
    notes.push(
      note('reference-missing', `it is to be seen by a group that is not there: ${name}`, LIST),
    );
  }
  if (found.length === 0 && missing.length === 0) return { visibility: 'members', visibleTo: [] };
  return { visibility: 'groups', visibleTo: found };
}

/**
 * Names in a list that is separated, but not quoted: the longest run of parts that, separators included, is a group's name is one
 * name. Both sorted.
 */
export function splitGroupList(
  list: string,
  groups: { has(name: string): boolean },
): { readonly found: readonly string[]; readonly missing: readonly string[] } {
  const parts = list.split(/([,\t\r\n\f])/);
  const found = new Set<string>();
  const missing = new Set<string>();
  for (let first = 0; first < parts.length;) {
    let last = parts.length - 1;
    while (
      last > first &&
      !groups.has(
        parts
          .slice(first, last + 1)
          .join('')
          .trim(),
      )
    )
      last -= 2;
    const name = parts
      .slice(first, last + 1)
      .join('')
      .trim();
    if (groups.has(name)) found.add(name);
    else if (name !== '') missing.add(name);
    first = last + 2;
  }
  return {
    found: [...found].sort(compareCodePoints),
    missing: [...missing].sort(compareCodePoints),
  };
}

function narrowed(
  sharing: Sharing,
  members: number,
  { sizes, accounts }: MappingContext['groups'],
  notes: Note[],
): Sharing {
  const viewers =
    sharing.visibility === 'everybody'
      ? accounts - members
      : sharing.visibleTo.reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0);
  if (viewers <= MOST_VIEWERS) return sharing;
  notes.push(note('group-narrowed', `more than ${MOST_VIEWERS} people would see it from outside`));
  return { visibility: 'members', visibleTo: [] };
}

function movedMembers(row: GroupRow, jids: MappingContext['jids'], notes: Note[]) {
  const people = new Map<BareJid, boolean>();
  for (const { username, administrator } of row.members) {
    const jid = jids.member(username);
    if (jid === null) notes.push(note('jid-invalid', `no JID: ${shown(username)}`, 'member'));
    else people.set(jid, people.get(jid) || flagOf(administrator, notes, 'administrator'));
  }
  return [...people]
    .map(([jid, isAdmin]) => ({ jid, isAdmin }))
    .sort((a, b) => compareCodePoints(a.jid, b.jid));
}

export const propertyOf = (properties: readonly NamedValue[], name: string): string | null =>
  properties.find((property) => property.name === name)?.propValue ?? null;

/** Of a text that may be anything, as much as a report can show. */
export const shown = (text: string): string => cut(text.replace(/[\p{C}]/gu, '?'), 80);
