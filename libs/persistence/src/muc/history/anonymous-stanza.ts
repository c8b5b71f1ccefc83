import { element, elementsOf, parseElement, writeElement } from '@chat-admin/codecs/xml/element';
import { XML, type Attribute, type Element } from '@chat-admin/codecs/xml/tree';

/** Of a message as it is kept. */
export interface KeptMessage {
  readonly subject: string | null;
  readonly body: string | null;
  readonly stanza: string;
}

/** Whose name is to go, and what stands in its place. */
export interface Replacement {
  /** bare JID */
  readonly sender: string;
  /** address of the occupant; of the room, which stays */
  readonly former: string;
  readonly anonymous: string;
}

const WORDS = ['body', 'subject', 'thread'];
/** What is said, or says which message it is about. What is unknown may name the sender, and goes. */
const KEPT_EXTENSIONS: ReadonlySet<string> = new Set([
  'http://jabber.org/protocol/xhtml-im',
  'jabber:x:oob',
  'urn:xmpp:attention:0',
  'urn:xmpp:chat-markers:0',
  'urn:xmpp:fallback:0',
  'urn:xmpp:fasten:0',
  'urn:xmpp:hints',
  'urn:xmpp:markup:0',
  'urn:xmpp:message-correct:0',
  'urn:xmpp:message-moderate:0',
  'urn:xmpp:message-moderate:1',
  'urn:xmpp:message-retract:0',
  'urn:xmpp:message-retract:1',
  'urn:xmpp:reactions:0',
  'urn:xmpp:receipts',
  'urn:xmpp:reference:0',
  'urn:xmpp:reply:0',
  'urn:xmpp:sfs:0',
  'urn:xmpp:sid:0',
  'urn:xmpp:spoiler:0',
  'urn:xmpp:styling:0',
]);
/** The stanza without who said it: sender and nickname, and every extension that may name them. Moving in: 10 */
export function anonymousStanza(message: KeptMessage, replacement: Replacement): string {
  const stanza = parseElement(message.stanza);
  const shown = stanza && withoutNames(stanza, replacement);
  return shown ? writeElement(shown) : rebuilt(message, replacement);
}

/** `null`: a namespace names somebody */
function withoutNames(stanza: Element, replacement: Replacement): Element | null {
  const { sender, former, anonymous } = replacement;
  const gone = former === anonymous ? [sender] : [sender, former];
  const isNamed = (value: string): boolean => gone.some((address) => names(value, address));
  let isShown = true;
  const valued = (attribute: Attribute): Attribute[] => {
    isShown &&= !isNamed(attribute.namespace);
    if (attribute.value === former) return [{ ...attribute, value: anonymous }];
    return isNamed(attribute.value) ? [] : [attribute];
  };
  const cleaned = (one: Element): Element => {
    isShown &&= !isNamed(one.namespace);
    const children = one.children.map((child) =>
      typeof child === 'string' ? child : cleaned(child),
    );
    return { ...one, attributes: one.attributes.flatMap(valued), children };
  };
  const { name, namespace, attributes } = stanza;
  const from = { name: 'from', namespace: '', value: former };
  const said = cleaned({
    ...{ name, namespace, attributes: [from, ...attributes.filter(isOfAll)] },
    children: elementsOf(stanza).filter(isKept),
  });
  return isShown ? said : null;
}

/** Of the root. */
const isOfAll = ({ name, namespace }: Attribute): boolean =>
  namespace === XML ? name === 'lang' : namespace === '' && ['id', 'type'].includes(name);

function isKept({ name, namespace }: Element): boolean {
  if (namespace === '' || namespace === 'jabber:client') return WORDS.includes(name);
  return KEPT_EXTENSIONS.has(namespace);
}

/** Whether an address stands in a value, such as `xmpp:ola@example.org?message`. */
function names(value: string, address: string): boolean {
  const literal = address.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const whole = new RegExp(`(?<![\\p{L}\\p{N}._%-])${literal}(?![\\p{L}\\p{N}.-])`, 'iu');
  return whole.test(value) || whole.test(decoded(value));
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** What cannot be read has its words alone. */
function rebuilt({ subject, body }: KeptMessage, { anonymous }: Replacement): string {
  const children = Object.entries({ subject, body }).flatMap(([name, words]) =>
    words === null ? [] : [element(name, '', {}, [words])],
  );
  return writeElement(element('message', '', { from: anonymous, type: 'groupchat' }, children));
}
