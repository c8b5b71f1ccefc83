import { attributeOf, childOf, type Element, elementsOf, textOf, writeElement } from '../../xml.js';
import type { ArchiveRow, NodeColumns, OfflineRow, PepRow } from '../../rows.js';

const DELAY = 'urn:xmpp:delay';
const OLD_DELAY = 'jabber:x:delay';
const PUBSUB = 'http://jabber.org/protocol/pubsub';

/** Milliseconds of `2026-11-22T08:02:16Z`, or of the old `20261122T08:02:16`. */
function stampOf(stamped: Element): string | null {
  const delay = childOf(stamped, 'delay', DELAY) ?? childOf(stamped, 'x', OLD_DELAY);
  const stamp = delay ? attributeOf(delay, 'stamp') : undefined;
  return stamp === undefined ? null : msOf(stamp);
}

function msOf(stamp: string): string | null {
  const old = /^(\d{4})(\d\d)(\d\d)T(\d\d:\d\d:\d\d)$/.exec(stamp.trim());
  const time = Date.parse(old ? `${old[1]}-${old[2]}-${old[3]}T${old[4]}Z` : stamp);
  return Number.isNaN(time) ? null : String(time);
}

export function offlineRows(username: string, user: Element): OfflineRow[] {
  return elementsOf(user)
    .filter(({ name }) => name === 'offline-messages')
    .flatMap(elementsOf)
    .filter(({ name }) => name === 'message')
    .map((message) => ({
      ...{ username, messageID: null, creationDate: stampOf(message) },
      stanza: writeElement(message),
    }));
}

/** Nodes of `pubsub#owner`, then what `pubsub` has in them; a node's items keep their order by a counter, unless they have dates. */
export function pepRows(username: string, host: string, user: Element): PepRow[] {
  const serviceID = `${username}@${host}`;
  const nodes = new Map<string, { node: NodeColumns | null; items: Element[] }>();
  const of = (name: string) => {
    const found = nodes.get(name) ?? { node: null, items: [] };
    nodes.set(name, found);
    return found;
  };
  const parts = (namespace: string) =>
    elementsOf(user)
      .filter((one) => one.name === 'pubsub' && one.namespace === namespace)
      .flatMap(elementsOf);
  for (const part of parts(`${PUBSUB}#owner`)) {
    const node = of(attributeOf(part, 'node') ?? '');
    if (part.name === 'configure') {
      node.node = { ...configured(part, serviceID), affiliations: node.node?.affiliations ?? [] };
    } else if (part.name === 'affiliations') {
      const affiliations = elementsOf(part).map((one) => ({
        jid: attributeOf(one, 'jid') ?? '',
        affiliation: attributeOf(one, 'affiliation') ?? null,
      }));
      node.node = { ...(node.node ?? configured(null, serviceID)), affiliations };
    }
  }
  for (const part of parts(PUBSUB)) {
    if (part.name !== 'items') continue;
    const items = elementsOf(part).filter(({ name }) => name === 'item');
    const { items: found } = of(attributeOf(part, 'node') ?? '');
    for (const item of items) found.push(item);
  }
  return [...nodes].flatMap(([nodeID, { node, items }]) => [
    { type: 'node', serviceID, nodeID, node, items: items.length },
    ...items.map((item, index): PepRow => {
      const [payload] = elementsOf(item);
      return {
        ...{ type: 'item', serviceID, nodeID, id: attributeOf(item, 'id') ?? '' },
        jid: attributeOf(item, 'publisher') ?? serviceID,
        creationDate: (stampOf(item) ?? String(index)).padStart(15, '0'),
        payload: payload ? writeElement(payload) : null,
      };
    }),
  ]);
}

/** A form of XEP-0004, as columns of Openfire. */
function configured(configure: Element | null, creator: string): NodeColumns {
  const form = configure && childOf(configure, 'x', 'jabber:x:data');
  const fields = new Map<string, string>();
  for (const field of form ? elementsOf(form) : []) {
    const value = childOf(field, 'value');
    if (value) fields.set(attributeOf(field, 'var') ?? '', textOf(value));
  }
  const text = (name: string) => fields.get(`pubsub#${name}`) ?? null;
  const bool = (name: string) => {
    const value = text(name);
    return value === null ? null : Number(value === '1' || value === 'true');
  };
  const last = text('send_last_published_item');
  const most = text('max_items');
  return {
    ...{ leaf: text('node_type') === 'collection' ? 0 : 1, creationDate: null },
    ...{ modificationDate: null, persistItems: bool('persist_items') },
    maxItems: most === null || !/^\d{1,9}$/.test(most) ? null : Number(most),
    sendItemSubscribe: last === null ? null : Number(last !== 'never'),
    ...{ accessModel: text('access_model'), publisherModel: text('publish_model') },
    ...{ payloadType: text('type'), creator, name: text('title') },
    ...{ description: text('description'), affiliations: [] },
  };
}

/** An account's own archive (XEP-0313). */
export function archiveRows(username: string, host: string, user: Element): ArchiveRow[] {
  const results = elementsOf(user)
    .filter(({ name }) => name === 'archive')
    .flatMap(elementsOf);
  return results.flatMap((result): ArchiveRow[] => {
    const forwarded = childOf(result, 'forwarded');
    const message = forwarded && childOf(forwarded, 'message');
    if (!message) return [];
    const [from, to] = [attributeOf(message, 'from'), attributeOf(message, 'to')];
    const body = childOf(message, 'body');
    return [
      {
        ...{ messageID: attributeOf(result, 'id') ?? null, conversationID: null },
        ...{ fromJID: bare(from), fromJIDResource: resource(from) },
        ...{ toJID: bare(to), toJIDResource: resource(to) },
        ...{ sentDate: stampOf(forwarded), stanza: writeElement(message) },
        ...{ body: body ? textOf(body) : null, isPMforJID: null, owner: `${username}@${host}` },
      },
    ];
  });
}

const bare = (jid: string | undefined) => jid?.split('/')[0] ?? null;
const resource = (jid: string | undefined) =>
  jid?.includes('/') ? jid.slice(jid.indexOf('/') + 1) : null;
