import { bareJid, localpart, parseJid } from '../../shared/jid.js';
import type { BareJid, Localpart } from '../../shared/jid.js';
import type { ServiceDomain } from '../../shared/service-domain.js';
import type { Use } from '../../shared/stringprep.js';
import type { Affiliations, Entry } from './affiliations.js';
import type { GroupJids } from './group-jids.js';

/**
 * A textual reference to people, resolved as far as possible without looking up users and groups.
 * Contract: muc-and-legacy 1.3
 */
export type Reference =
  | { readonly kind: 'group-jid'; readonly group: string }
  | { readonly kind: 'jid'; readonly bare: BareJid; readonly full: string }
  /** a user, else a group, else the local JID (`null`: the text cannot be one) */
  | { readonly kind: 'name'; readonly text: string; readonly local: LocalJid | null }
  /** the name of a group, or unresolvable */
  | { readonly kind: 'group-name'; readonly text: string }
  | { readonly kind: 'illegal'; readonly text: string };

export interface LocalJid {
  readonly username: Localpart;
  readonly jid: BareJid;
}

/** @param use `stored` when it may be added to a list */
export function parseReference(
  text: string,
  domain: ServiceDomain,
  jids: GroupJids,
  use: Use,
): Reference {
  const group = jids.groupOf(text);
  if (group !== null) return { kind: 'group-jid', group };
  const ats = text.split('@').length - 1;
  if (ats > 1) return { kind: 'group-name', text };
  if (ats === 0) {
    const username = localpart(text, use);
    return { kind: 'name', text, local: username && { username, jid: domain.jidOf(username) } };
  }
  const jid = parseJid(text, use);
  if (jid === null) return { kind: 'illegal', text };
  const bare = bareJid(jid.local, jid.domain);
  return { kind: 'jid', bare, full: jid.resource === null ? bare : `${bare}/${jid.resource}` };
}

/**
 * What `reference` means in a room. A text that is exactly an entry of the room, and could not be added, or has no
 * `@`, means this entry before it means a user, a group or a local JID. Chat users can affiliate whole domains, as
 * XEP-0045 allows, older rules allowed more names, and what was read of a room can be sent back. Groups are no such
 * entries: lists hold their JIDs.
 */
export function referenceIn({ people }: Affiliations, reference: Reference): Reference {
  if (reference.kind !== 'name' && reference.kind !== 'illegal') return reference;
  if (!isEntry(reference.text, people)) return reference;
  return { kind: 'jid', bare: reference.text, full: reference.text };
}

function isEntry(text: string, people: ReadonlyMap<string, unknown>): text is BareJid {
  return people.has(text);
}

/** The distinct names that references have to be resolved against. */
export interface Asked {
  /** names whose existence matters */
  readonly users: readonly Localpart[];
  /** whose existence counts, and what they hold in the room */
  readonly groups: readonly string[];
  /** texts that may be the JIDs of entries of the room */
  readonly people: readonly string[];
}

export function askedFor(references: readonly Reference[]): Asked {
  const users = new Set<Localpart>();
  const groups = new Set<string>();
  const people = new Set<string>();
  for (const reference of references) {
    if (reference.kind === 'group-jid') groups.add(reference.group);
    if (reference.kind === 'group-name') groups.add(reference.text);
    if (reference.kind === 'jid') people.add(reference.bare);
    if (reference.kind !== 'name') continue;
    groups.add(reference.text);
    people.add(reference.text);
    if (reference.local === null) continue;
    users.add(reference.local.username);
    people.add(reference.local.jid);
  }
  return { users: [...users], groups: [...groups], people: [...people] };
}

/** Which of the {@link askedFor} names exist. */
export interface Existing {
  readonly users: ReadonlySet<Localpart>;
  readonly groups: ReadonlySet<string>;
}

/** Does not check that the group of a group JID exists; `null` if the text refers to nothing. */
export function entryOf(reference: Reference, existing: Existing): Entry | null {
  switch (reference.kind) {
    case 'group-jid':
      return { kind: 'group', name: reference.group };
    case 'jid':
      return { kind: 'person', jid: reference.bare };
    case 'group-name':
      return existing.groups.has(reference.text) ? { kind: 'group', name: reference.text } : null;
    case 'name': {
      const { text, local } = reference;
      if (local && existing.users.has(local.username)) return { kind: 'person', jid: local.jid };
      if (existing.groups.has(text)) return { kind: 'group', name: text };
      return local && { kind: 'person', jid: local.jid };
    }
    case 'illegal':
      return null;
  }
}
