import type { BareJid, Localpart } from '@chat-admin/domain/shared/jid';
import { compareCodePoints } from '@chat-admin/domain/shared/order';
import type { Subscription } from '@chat-admin/domain/users/roster';
import { bareJid } from '@chat-admin/domain/shared/jid';
import type { RosterRow } from '../rows.js';
import type { MappingContext } from './context.js';
import { shown } from './groups.js';
import { dropped, moved, note } from './outcome.js';
import type { Note, Outcome } from './outcome.js';
import { cleanText, optionalText } from './values.js';
import { element, parseElement, withAttributes, withoutForbidden, writeElement } from '../xml.js';

export interface MovedContact {
  readonly jid: BareJid;
  readonly nickname: string | null;
  readonly subscription: Subscription;
  /** ascending */
  readonly groups: readonly string[];
  readonly ask: boolean;
  readonly approved?: true;
}

export interface MovedRequest {
  readonly jid: BareJid;
  readonly stanza: string;
}

/** All that one account has in its roster; both ascending by JID. */
export interface MovedRoster {
  readonly owner: Localpart;
  readonly contacts: readonly MovedContact[];
  readonly requests: readonly MovedRequest[];
}

const REMOVED = -1;
const CLIENT = 'jabber:client';

/** @param rows of one owner. Moving in: 4 */
export function movedRoster(
  username: string,
  rows: readonly RosterRow[],
  { accounts, jids, groups }: Pick<MappingContext, 'accounts' | 'jids' | 'groups'>,
): Outcome<MovedRoster> {
  const owner = accounts.of(username) as Localpart | null;
  if (owner === null) return dropped(note('reference-missing', 'its owner is not moved'));
  const notes: Note[] = [];
  const contacts = new Map<BareJid, MovedContact>();
  const requests = new Map<BareJid, MovedRequest>();
  for (const row of rows) {
    const parsed = jids.parse(row.jid);
    if (parsed === null) {
      notes.push({ ...note('jid-invalid', `no JID: ${shown(row.jid)}`, 'jid'), rows: 1 });
      continue;
    }
    const jid = bareJid(parsed.local, parsed.domain);
    if (row.sub === REMOVED) {
      notes.push({ ...note('contact-removed', `was being removed: ${jid}`), rows: 1 });
      continue;
    }
    if (!jids.isLocal(parsed)) notes.push(foreign(parsed.domain));
    if (jid === jids.domain.jidOf(owner)) {
      notes.push(note('contact-own', 'the address of its owner', 'jid'));
    }
    const contact = contactOf(row, jid, groups.sharedLabels, notes);
    if (row.recv === 1 && contact.subscription < 2 && !requests.has(jid)) {
      requests.set(jid, { jid, stanza: requestOf(row, jid, jids.domain.jidOf(owner), notes) });
    }
    if (row.sub === 0 && !contact.ask && row.recv === 1) continue;
    const other = contacts.get(jid);
    if (other !== undefined) {
      notes.push({ ...note('contact-twice', `two rows became one: ${jid}`), rows: 1 });
    }
    contacts.set(jid, other === undefined ? contact : joined(other, contact));
  }
  for (const { jid, subscription } of contacts.values()) {
    if (subscription > 1) requests.delete(jid);
  }
  const byJid = (a: { jid: string }, b: { jid: string }) => compareCodePoints(a.jid, b.jid);
  return moved(
    {
      owner,
      contacts: [...contacts.values()].sort(byJid),
      requests: [...requests.values()].sort(byJid),
    },
    notes,
  );
}

function foreign(domain: string): Note {
  const text = 'there are no links to other servers unless you configure them';
  return { ...note('foreign-contact', text), about: domain };
}

function contactOf(
  row: RosterRow,
  jid: BareJid,
  sharedLabels: ReadonlySet<string>,
  notes: Note[],
): MovedContact {
  const { sub } = row;
  const known = sub === 0 || sub === 1 || sub === 2 || sub === 3;
  if (!known) notes.push(note('value-bad', `an unknown subscription: ${jid}`, 'sub'));
  const subscription: Subscription = known ? sub : 0;
  const contact = {
    jid,
    nickname: optionalText(row.nick, notes, 'nick'),
    subscription,
    groups: groupsOf(row, sharedLabels, notes),
    ask: row.ask === 0 && (subscription === 0 || subscription === 2),
  };
  return row.isApproved ? { ...contact, approved: true } : contact;
}

function groupsOf(
  { groups: found }: RosterRow,
  sharedLabels: ReadonlySet<string>,
  notes: Note[],
): readonly string[] {
  const groups = found
    .map((name) => cleanText(name, notes, 'groups'))
    .filter((name) => name !== '' && !sharedLabels.has(name));
  return groups.length < 2 ? groups : [...new Set(groups)].sort(compareCodePoints);
}

const STRENGTH: Readonly<Record<Subscription, number>> = { 0: 0, 1: 1, 2: 1, 3: 2 };

function joined(a: MovedContact, b: MovedContact): MovedContact {
  const [strong, weak] = STRENGTH[b.subscription] > STRENGTH[a.subscription] ? [b, a] : [a, b];
  const { jid, subscription } = strong;
  return {
    jid,
    subscription,
    nickname: strong.nickname ?? weak.nickname,
    groups: [...new Set([...strong.groups, ...weak.groups])].sort(compareCodePoints),
    ask: (a.ask || b.ask) && (subscription === 0 || subscription === 2),
    ...((a.approved ?? b.approved) && { approved: true as const }),
  };
}

/** The stored request, or one that is built. */
function requestOf(row: RosterRow, from: BareJid, to: BareJid, notes: Note[]): string {
  const built = element('presence', '', { type: 'subscribe', from, to });
  if (!row.stanza) return writeElement(built);
  const parsed = parseElement(withoutForbidden(cleanText(row.stanza, notes, 'stanza')));
  if (parsed?.name !== 'presence') {
    notes.push(note('xml-broken', `the request was built anew: ${from}`, 'stanza'));
    return writeElement(built);
  }
  const around = parsed.namespace;
  const presence = { ...parsed, namespace: '', children: plain(parsed.children, around) };
  return writeElement(withAttributes(presence, { type: 'subscribe', from, to }));
}

/** Elements of the stream's namespace have none here. */
export function plain(
  children: ReturnType<typeof element>['children'],
  around: string,
): ReturnType<typeof element>['children'] {
  return children.map((child) => {
    if (typeof child === 'string') return child;
    const isPlain =
      child.namespace === around || child.namespace === CLIENT || child.namespace === '';
    if (!isPlain) return child;
    const { name, attributes, children: inside } = child;
    return { name, namespace: '', attributes, children: plain(inside, around) };
  });
}
