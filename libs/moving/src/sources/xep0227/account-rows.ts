import { attributeOf, childOf, type Element, elementsOf, textOf, writeElement } from '../../xml.js';
import type { Report } from '../../report.js';
import type {
  AccountRow,
  BlockRow,
  MechanismKeys,
  PrivateRow,
  RosterRow,
  VCardRow,
} from '../../rows.js';
import { integer } from '../cells.js';

const HASHES: Readonly<Record<string, string>> = {
  sha: 'SCRAM-SHA-1',
  sha1: 'SCRAM-SHA-1',
  sha256: 'SCRAM-SHA-256',
  sha512: 'SCRAM-SHA-512',
};

/** An account; the password may be keys in ejabberd's old form. */
export function accountRow(username: string, user: Element, report: Report): AccountRow {
  const password = attributeOf(user, 'password') ?? null;
  const old = password?.startsWith('scram:') ? oldKeys(password.slice('scram:'.length)) : null;
  const keys = [...(old ? [old] : []), ...elementsOf(user).flatMap(scramKeys)];
  const scram = keys.filter(({ mechanism }) => {
    if (mechanism !== 'SCRAM-SHA-512') return true;
    const text = 'Keys of SCRAM-SHA-512 are not kept here.';
    report({ kind: 'accounts', name: username, code: 'scram-unsupported', text });
    return false;
  });
  return {
    username,
    user: {
      ...{ plainPassword: old ? null : password, encryptedPassword: null },
      ...{ salt: null, storedKey: null, serverKey: null, iterations: null },
      ...{ name: null, email: null, creationDate: null, modificationDate: null },
    },
    ...{ properties: [], flags: [], scram, presence: null },
  };
}

/** ejabberd: stored key, server key, salt, rounds; the hash first, unless it is SHA-1. */
function oldKeys(text: string): MechanismKeys | null {
  const parts = text.split(',');
  const hash = parts.length === 5 ? parts.shift()! : 'sha1';
  const [storedKey, serverKey, salt, rounds] = parts;
  if (parts.length !== 4) return null;
  return {
    ...{ mechanism: HASHES[hash] ?? hash, storedKey: storedKey!, serverKey: serverKey! },
    ...{ salt: salt!, iterations: integer(rounds) },
  };
}

function scramKeys(element: Element): MechanismKeys[] {
  if (element.name !== 'scram-credentials') return [];
  const text = (name: string) => {
    const child = childOf(element, name);
    return child ? textOf(child).trim() : null;
  };
  return [
    {
      mechanism: attributeOf(element, 'mechanism') ?? 'SCRAM-SHA-1',
      ...{ salt: text('salt'), storedKey: text('stored-key'), serverKey: text('server-key') },
      iterations: integer(text('iter-count')),
    },
  ];
}

const SUBSCRIPTIONS: Readonly<Record<string, number>> = {
  none: 0,
  to: 1,
  from: 2,
  both: 3,
  remove: -1,
};

/** Of XML Schema's boolean. */
const TRUE: ReadonlySet<string> = new Set(['true', '1']);
/** Comparisons of group names for one user, after which the rest goes without a hint. */
const MOST_COMPARISONS = 1_000_000;

/** Contacts, and requests; the request of a contact is its `recv`. */
export function rosterRows(username: string, user: Element, report: Report): RosterRow[] {
  const rows = new Map<string, RosterRow>();
  /** the first row of each JID */
  const keys = new Map<string, string>();
  for (const item of inQuery(user, 'jabber:iq:roster')) {
    const jid = attributeOf(item, 'jid') ?? '';
    const groups = elementsOf(item).filter(({ name }) => name === 'group');
    const key = `${jid}\n${rows.size}`;
    if (!keys.has(jid)) keys.set(jid, key);
    rows.set(key, {
      ...{ username, jid, rosterID: null, nick: attributeOf(item, 'name') ?? null },
      sub: SUBSCRIPTIONS[attributeOf(item, 'subscription') ?? 'none'] ?? null,
      ask: attributeOf(item, 'ask') === 'subscribe' ? 0 : -1,
      ...(TRUE.has(attributeOf(item, 'approved') ?? '') && { isApproved: true as const }),
      ...{ recv: -1, stanza: null, groups: groups.map(textOf) },
    });
  }
  for (const presence of elementsOf(user)) {
    const from = attributeOf(presence, 'from');
    if (presence.name !== 'presence' || attributeOf(presence, 'type') !== 'subscribe' || !from) {
      continue;
    }
    const jid = from.split('/')[0]!;
    const key = keys.get(jid) ?? `${jid}\n`;
    keys.set(jid, key);
    const contact = rows.get(key) ?? null;
    const request = { recv: 1, stanza: writeElement(presence) };
    const alone = { sub: 0, ask: -1, nick: null, rosterID: null, groups: [] };
    rows.set(key, { ...(contact ?? { username, jid, ...alone }), ...request });
  }
  reportJoined(username, [...rows.values()], report);
  return [...rows.values()];
}

/** Openfire's plugin writes all groups of a contact as one. */
function reportJoined(username: string, rows: readonly RosterRow[], report: Report): void {
  const names = new Set(rows.flatMap(({ groups }) => groups).filter((name) => name !== ''));
  const work = { left: MOST_COMPARISONS };
  for (const name of names) {
    if (name.length > 1_000 || !isJoined(name, names, work)) continue;
    report({
      ...{ kind: 'rosters', name: username, field: name, code: 'groups-joined' },
      text: 'This group has the names of several others in one, which is how Openfire exports them.',
    });
  }
}

function isJoined(name: string, names: ReadonlySet<string>, work: { left: number }): boolean {
  /** whether what stands before it is made of other names */
  const reached = [true];
  const parts = [...names];
  for (let end = 1; end <= name.length; end++) {
    work.left -= names.size;
    if (work.left < 0) return false;
    reached[end] = parts.some(
      (part) =>
        part !== name &&
        part.length <= end &&
        reached[end - part.length]! &&
        name.endsWith(part, end),
    );
  }
  return reached[name.length]!;
}

function inQuery(user: Element, namespace: string): Element[] {
  return elementsOf(user)
    .filter((query) => query.name === 'query' && query.namespace === namespace)
    .flatMap(elementsOf);
}

export function vcardRows(username: string, user: Element): VCardRow[] {
  const vcard = childOf(user, 'vCard', 'vcard-temp');
  return vcard ? [{ username, vcard: writeElement(vcard) }] : [];
}

export function privateRows(username: string, user: Element): PrivateRow[] {
  return inQuery(user, 'jabber:iq:private').map((data) => ({
    ...{ username, name: data.name, namespace: data.namespace },
    privateData: writeElement(data),
  }));
}

export function blockRows(username: string, user: Element): BlockRow[] {
  const inside = inQuery(user, 'jabber:iq:privacy');
  const chosen = inside.find(({ name }) => name === 'default');
  const byDefault = chosen ? attributeOf(chosen, 'name') : undefined;
  return inside
    .filter(({ name }) => name === 'list')
    .map((list) => ({
      ...{ username, name: attributeOf(list, 'name') ?? '', list: writeElement(list) },
      isDefault: attributeOf(list, 'name') === byDefault ? 1 : 0,
    }));
}
