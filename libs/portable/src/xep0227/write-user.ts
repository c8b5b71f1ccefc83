import type { Loss, OnLoss } from '../faults.js';
import { escapeApostrophed } from '@chat-admin/codecs/xml/escape';
import { attributeOf, parseElement, withAttributes } from '@chat-admin/codecs/xml/element';
import { writeElement } from '@chat-admin/codecs/xml/element';
import type { Element } from '@chat-admin/codecs/xml/element';
import { inNamespace } from '@chat-admin/codecs/xml/in-namespace';
import * as elements from './elements.js';
import { itemElement, nodeElements, PUBSUB, PUBSUB_OWNER } from './pubsub.js';
import { elementOfStored } from './stored-element.js';
import type { EntryRow, UserRows } from './user-rows.js';

const PRIVATE = 'jabber:iq:private';
const VCARD = 'vcard-temp';
const POOR_XML = 'it is not well-formed, and left out';

export interface UserOptions {
  readonly domain: string;
  /** without SCRAM keys nobody can log in with the old password */
  readonly withoutCredentials: boolean;
  readonly onLoss: OnLoss;
}

/**
 * The element `user` of XEP-0227, in pieces; never has a `password`. Moving in: 10
 * @param around namespace that holds where it stands
 */
export async function* userText(
  username: string,
  rows: UserRows,
  options: UserOptions,
  around = '',
): AsyncGenerator<string, void, undefined> {
  yield `<user${xmlns(elements.PIE, around)} name='${escapeApostrophed(username)}'>`;
  const user = new UserElements(username, rows, options);
  if (!options.withoutCredentials) yield* pieces(user.keys(), elements.PIE);
  yield* within('query', elements.ROSTER, pieces(user.contacts(), elements.ROSTER));
  yield* pieces(user.requests(), elements.PIE);
  yield* pieces(user.vcard(), elements.PIE);
  yield* within('query', PRIVATE, pieces(user.private(), PRIVATE));
  yield* within('offline-messages', elements.PIE, pieces(user.offline(), elements.PIE));
  yield* within('query', elements.PRIVACY, blockList(user));
  yield* within('pubsub', PUBSUB_OWNER, pieces(user.nodes(), PUBSUB_OWNER));
  yield* within('pubsub', PUBSUB, user.items());
  yield* within('archive', elements.MAM, pieces(user.archived(), elements.MAM));
  yield '</user>';
}

const xmlns = (namespace: string, around: string) =>
  namespace === around ? '' : ` xmlns='${namespace}'`;

async function* pieces(found: AsyncIterable<Element>, around: string): AsyncGenerator<string> {
  for await (const one of found) yield writeElement(one, around);
}

/** Nothing around nothing. */
async function* within(
  name: string,
  namespace: string,
  inside: AsyncIterable<string>,
): AsyncGenerator<string> {
  let isOpen = false;
  for await (const piece of inside) {
    if (!isOpen) yield `<${name}${xmlns(namespace, elements.PIE)}>`;
    isOpen = true;
    yield piece;
  }
  if (isOpen) yield `</${name}>`;
}

/** The default list, since readers take no other. */
async function* blockList(user: UserElements): AsyncGenerator<string> {
  const name = `name='${elements.BLOCK_LIST}'`;
  let isOpen = false;
  for await (const piece of pieces(user.blocks(), elements.PRIVACY)) {
    if (!isOpen) yield `<default ${name}/><list ${name}>`;
    isOpen = true;
    yield piece;
  }
  if (isOpen) yield '</list>';
}

class UserElements {
  constructor(
    private readonly username: string,
    private readonly rows: UserRows,
    private readonly options: UserOptions,
  ) {}

  async *keys(): AsyncGenerator<Element> {
    for await (const row of this.rows.keys.of(this.username)) yield elements.keysElement(row);
  }

  async *contacts(): AsyncGenerator<Element> {
    for await (const row of this.rows.contacts.of(this.username)) {
      yield elements.contactElement(row);
    }
  }

  async *requests(): AsyncGenerator<Element> {
    for await (const { jid, stanza } of this.rows.requests.of(this.username)) {
      const presence = this.stanza(stanza, 'presence', jid);
      if (presence === null) continue;
      const from = attributeOf(presence, 'from') ?? jid;
      yield withAttributes(presence, { type: 'subscribe', from });
    }
  }

  async *vcard(): AsyncGenerator<Element> {
    const row = await this.rows.vcards.firstOf(this.username);
    if (row === null) return;
    const vcard = parseElement(row.xml);
    if (vcard?.name === 'vCard' && vcard.namespace === VCARD) yield vcard;
    else this.lost('vCard', POOR_XML);
  }

  async *private(): AsyncGenerator<Element> {
    for await (const { key, value } of this.rows.private.of(this.username)) {
      const stored = elementOfStored(parsed(value));
      if (stored === null) this.lost(`private ${key}`, 'it is no element, and left out');
      else yield stored;
    }
  }

  async *offline(): AsyncGenerator<Element> {
    for await (const row of this.rows.offline.of(this.username)) {
      const message = this.stanza(row.value, 'message', row.key);
      if (message === null) continue;
      const delay = elements.delayElement(momentOf(row), this.options.domain);
      yield { ...message, children: [...message.children, delay] };
    }
  }

  async *blocks(): AsyncGenerator<Element> {
    let order = 0;
    for await (const { key } of this.rows.blocks.of(this.username)) {
      yield elements.blockElement(key, ++order);
    }
  }

  async *nodes(): AsyncGenerator<Element> {
    for await (const { key, value } of this.rows.nodes.of(this.username)) {
      const found = nodeElements(key, parsed(value));
      if (found === null) this.lost(`node ${key}`, 'its configuration cannot be read');
      else yield* found;
    }
  }

  /** Items of a node stand together. */
  async *items(): AsyncGenerator<string> {
    let open: string | null = null;
    for await (const row of this.rows.items.of(this.username)) {
      const node = row.store.slice('pep_'.length);
      const payload = parseElement(row.value);
      if (payload === null) {
        this.lost(`item ${row.key} of node ${node}`, POOR_XML);
        continue;
      }
      if (node !== open) {
        yield `${open === null ? '' : '</items>'}<items node='${escapeApostrophed(node)}'>`;
        open = node;
      }
      const delay = elements.delayElement(momentOf(row));
      yield writeElement(itemElement(row.key, row.with, [payload, delay]), PUBSUB);
    }
    if (open !== null) yield '</items>';
  }

  async *archived(): AsyncGenerator<Element> {
    for await (const { id, sentAt, stanza } of this.rows.archived.of(this.username)) {
      const message = this.stanza(stanza, 'message', id);
      if (message !== null) yield elements.archivedElement(id, sentAt, message);
    }
  }

  private stanza(text: string, name: string, key: string): Element | null {
    const found = parseElement(text);
    if (found?.name === name) return inNamespace(found, elements.CLIENT);
    this.lost(`${name} ${key}`, POOR_XML);
    return null;
  }

  private lost(field: Loss['field'], text: string): void {
    this.options.onLoss({ name: this.username, field, text });
  }
}

const momentOf = ({ when }: EntryRow): Date => new Date(when * 1000);

function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
