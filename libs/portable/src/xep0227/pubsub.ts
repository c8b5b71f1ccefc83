import { element, withoutForbidden } from '@chat-admin/codecs/xml/element';
import type { Element } from '@chat-admin/codecs/xml/element';

export const PUBSUB = 'http://jabber.org/protocol/pubsub';
export const PUBSUB_OWNER = 'http://jabber.org/protocol/pubsub#owner';
const FORM = 'jabber:x:data';
const NODE_CONFIG = 'http://jabber.org/protocol/pubsub#node_config';

/** What the chat server calls otherwise than XEP-0060 does. */
const FIELDS: Readonly<Record<string, string>> = {
  payload_type: 'type',
  notify_items: 'deliver_notifications',
  include_payload: 'deliver_payloads',
};

/**
 * A node's configuration and affiliations, as its owner sends them (XEP-0060 section 8.2, 8.9).
 * @param stored as the chat server keeps it; `true`: as nodes are by default
 * @returns `null` for anything else
 */
export function nodeElements(node: string, stored: unknown): readonly Element[] | null {
  if (stored === true) return [configureElement(node, {})];
  if (typeof stored !== 'object' || stored === null) return null;
  const { config, affiliations } = stored as Readonly<Record<string, unknown>>;
  const given = Object.entries(recordOf(affiliations)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const people = given
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([jid, affiliation]) => element('affiliation', PUBSUB_OWNER, { jid, affiliation }));
  return [
    configureElement(node, recordOf(config)),
    ...(people.length > 0 ? [element('affiliations', PUBSUB_OWNER, { node }, people)] : []),
  ];
}

/** An empty table is an array in the chat server's JSON. */
const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};

function configureElement(node: string, config: Readonly<Record<string, unknown>>): Element {
  const field = (name: string, value: string, type: Record<string, string> = {}) =>
    element('field', FORM, { var: name, ...type }, [element('value', FORM, {}, [value])]);
  const fields = Object.entries(config)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => {
      const text = typeof value === 'boolean' ? String(Number(value)) : String(value);
      return field(`pubsub#${FIELDS[name] ?? name}`, withoutForbidden(text));
    });
  return element('configure', PUBSUB_OWNER, { node }, [
    element('x', FORM, { type: 'submit' }, [
      field('FORM_TYPE', NODE_CONFIG, { type: 'hidden' }),
      ...fields,
    ]),
  ]);
}

/** @param delay when it was published, for which XEP-0227 has no place: readers take the first element as the payload */
export const itemElement = (
  id: string,
  publisher: string,
  [payload, delay]: readonly [payload: Element, delay: Element],
): Element =>
  element('item', PUBSUB, { id, ...(publisher === '' ? {} : { publisher }) }, [payload, delay]);
