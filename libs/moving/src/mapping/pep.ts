import type { NodeColumns, PepItemRow, PepNodeRow } from '../rows.js';
import { AVATAR_DATA, isAvatarNode } from './avatars.js';
import type { MappingContext } from './context.js';
import type { FoundNode } from './found-node.js';
import { shown } from './groups.js';
import { dropped, elsewhere, moved, note } from './outcome.js';
import type { Elsewhere, Note, Outcome } from './outcome.js';
import type { MovedPrivate } from './private-data.js';
import { movedPayload, storedElement } from './stored-stanza.js';
import { cleanText, dateOf } from './values.js';
import { parseElement, withoutForbidden, writeElement } from '../xml.js';
import type { Element } from '../xml.js';

export interface MovedItem {
  readonly id: string;
  readonly publisher: string;
  readonly publishedAt: Date;
  readonly payload: string;
}

export interface MovedNode {
  readonly user: string;
  readonly node: string;
  /** null: it is private data alone */
  readonly settings: object | null;
  readonly items: readonly MovedItem[];
  /** the same as private data */
  readonly asPrivate: MovedPrivate | null;
}

/** The options of a node, by the names that the chat server stores. */
interface NodeConfig {
  readonly access_model: string;
  readonly max_items: number | 'max';
  readonly persist_items: boolean;
  readonly send_last_published_item: string;
}

/** The chat server keeps no more. */
export const MOST_ITEMS = 256;
const CURRENT = 'current';
const OLD_BOOKMARKS = 'storage:bookmarks';
const BOOKMARKS = 'urn:xmpp:bookmarks:1';
/** As XEP-0402 demands it, and the chat server has it whatever is stored. */
const BOOKMARKS_CONFIG: NodeConfig = {
  access_model: 'whitelist',
  max_items: 'max',
  persist_items: true,
  send_last_published_item: 'never',
};
const OPEN = /^(eu\.siacs\.conversations\.axolotl\.|urn:xmpp:omemo:2:)/;
const PRESENCE = /^http:\/\/jabber\.org\/protocol\/(nick|mood|tune|activity|geoloc)$/;

/** Avatars are the vCard's here. Moving in: 7 */
export function movedNode(
  { row, items }: FoundNode,
  { accounts, jids }: Pick<MappingContext, 'accounts' | 'jids'>,
): Outcome<MovedNode> | Elsewhere {
  const owner = ownerOf(row, { accounts, jids });
  if ('code' in owner) return dropped(owner);
  if (row.node !== null && row.node.leaf !== 1) {
    return dropped(note('pep-node-dropped', 'a collection, which holds nothing itself'));
  }
  if (isAvatarNode(row.nodeID)) return elsewhere(olderPictures(row));
  const notes: Note[] = [];
  const { user, jid } = owner;
  const payloads = items.flatMap((item) => {
    const payload = payloadOf(item, notes);
    return payload === null ? [] : [{ item, payload: movedPayload(payload, jids) }];
  });
  if (row.items > items.length) {
    const text = `of ${row.items} items the newest ${items.length}`;
    notes.push({ ...note('pep-items-dropped', text), rows: row.items - items.length });
  }
  const published = payloads.map(({ item, payload }) => ({
    id:
      row.nodeID === BOOKMARKS ? (jids.full(item.id) ?? item.id) : cleanText(item.id, notes, 'id'),
    publisher: (item.jid === null ? null : jids.bare(item.jid)) ?? jid,
    publishedAt: dateOf(item.creationDate, notes, 'creationDate'),
    payload: writeElement(payload),
  }));
  const current = payloads.find(({ item }) => item.id === CURRENT);
  const isPrivate =
    current !== undefined &&
    current.payload.namespace === row.nodeID &&
    (row.node === null
      ? published[payloads.indexOf(current)]!.publisher === jid
      : row.node.accessModel === 'whitelist');
  const asPrivate = isPrivate
    ? {
        user,
        key: `${current.payload.name}:${current.payload.namespace}`,
        element: storedElement(current.payload),
      }
    : null;
  if (isPrivate && row.nodeID === OLD_BOOKMARKS) {
    const others = payloads.length - 1;
    if (others > 0) {
      const text = `of ${payloads.length} items "${CURRENT}", as private data alone`;
      notes.push({ ...note('pep-items-dropped', text), rows: others });
    }
    return moved({ user, node: row.nodeID, settings: null, items: [], asPrivate }, notes);
  }
  if (row.node === null) {
    notes.push({ ...note('pep-node-missing', 'nodes that were made of their items'), about: '' });
  }
  return moved(
    {
      user,
      node: cleanText(row.nodeID, notes, 'nodeID'),
      settings: {
        name: row.nodeID,
        config: configOf(row, isPrivate, notes),
        affiliations: affiliationsOf(row.node, jid, jids),
        subscribers: {},
      },
      items: published,
      asPrivate,
    },
    notes,
  );
}

function configOf(row: PepNodeRow, isPrivate: boolean, notes: Note[]): NodeConfig {
  const { node, nodeID, items } = row;
  if (nodeID === BOOKMARKS) {
    if (node !== null && node.accessModel !== 'whitelist') notes.push(narrowed(node));
    return BOOKMARKS_CONFIG;
  }
  return {
    access_model: node === null ? defaultAccess(nodeID, isPrivate) : accessOf(node, notes),
    max_items: node === null ? (items > 1 ? 'max' : 1) : mostItems(node),
    persist_items: node === null || node.persistItems !== 0,
    send_last_published_item: node?.sendItemSubscribe === 0 ? 'never' : 'on_sub_and_presence',
  };
}

function olderPictures({ nodeID, items }: PepNodeRow): readonly Note[] {
  if (nodeID !== AVATAR_DATA || items < 2) return [];
  const text = `of ${items} pictures the newest`;
  return [{ ...note('pep-items-dropped', text), rows: items - 1 }];
}

export function ownerOf(
  { serviceID }: PepNodeRow,
  { accounts, jids }: Pick<MappingContext, 'accounts' | 'jids'>,
): { readonly user: string; readonly jid: string } | Note {
  if (!serviceID.includes('@')) {
    return note('pep-node-dropped', 'there is no component for nodes here');
  }
  const at = serviceID.indexOf('@');
  const domain = jids.parse(serviceID.slice(at + 1))?.domain;
  const user = domain === jids.domain.name ? accounts.of(serviceID.slice(0, at)) : null;
  if (user === null) return note('reference-missing', 'its owner is not moved');
  return { user, jid: `${user}@${jids.domain.name}` };
}

function payloadOf(item: PepItemRow, notes: Note[]): Element | null {
  const payload = parseElement(withoutForbidden(cleanText(item.payload ?? '', notes, 'payload')));
  if (payload === null) {
    const text = `an item without payload: ${shown(item.id)}`;
    notes.push({ ...note('xml-broken', text, 'payload'), rows: 1 });
  }
  return payload;
}

function defaultAccess(node: string, isPrivate: boolean): string {
  if (isPrivate) return 'whitelist';
  if (OPEN.test(node)) return 'open';
  return PRESENCE.test(node) ? 'presence' : 'whitelist';
}

/** Never wider than it was. */
function accessOf(node: NodeColumns, notes: Note[]): string {
  const { accessModel } = node;
  if (accessModel === 'open' || accessModel === 'presence' || accessModel === 'whitelist') {
    return accessModel;
  }
  notes.push(narrowed(node));
  return 'whitelist';
}

const narrowed = ({ accessModel }: NodeColumns): Note =>
  note('pep-access-narrowed', `${shown(accessModel ?? 'nothing')} became whitelist`);

const mostItems = ({ maxItems }: NodeColumns): number | 'max' =>
  maxItems === null || maxItems < 1 ? 'max' : Math.min(maxItems, MOST_ITEMS);

const AFFILIATIONS = ['member', 'publisher', 'outcast'];

function affiliationsOf(
  node: NodeColumns | null,
  owner: string,
  jids: MappingContext['jids'],
): Readonly<Record<string, string>> {
  const entries = (node?.affiliations ?? []).flatMap(({ jid, affiliation }) => {
    const bare = jids.bare(jid);
    const isKept = affiliation !== null && AFFILIATIONS.includes(affiliation);
    return bare === null || bare === owner || !isKept ? [] : [[bare, affiliation] as const];
  });
  return Object.fromEntries(entries);
}
