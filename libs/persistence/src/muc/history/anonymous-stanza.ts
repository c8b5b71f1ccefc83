import { SaxesParser } from 'saxes';
import type { SaxesTagNS } from 'saxes';

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
const KEPT_OF_ROOT = ['id', 'type', 'xml:lang'];
const XMLNS = 'http://www.w3.org/2000/xmlns/';

/** The stanza without who said it: sender and nickname, and every extension that may name them. Moving in: 10 */
export function anonymousStanza(message: KeptMessage, replacement: Replacement): string {
  try {
    return withoutNames(message.stanza, replacement);
  } catch {
    return rebuilt(message, replacement);
  }
}

/** @throws Error for what is not well formed */
function withoutNames(stanza: string, replacement: Replacement): string {
  let text = '';
  let depth = 0;
  /** levels inside of what goes */
  let gone = 0;
  const parser = new SaxesParser({ xmlns: true, position: false });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('a document type');
  });
  parser.on('opentag', (tag) => {
    depth += 1;
    if (gone > 0 || (depth === 2 && !isKept(tag))) gone += 1;
    else text += opening(tag, depth === 1, replacement);
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    if (gone > 0) gone -= 1;
    else text += `</${name}>`;
  });
  const onText = (more: string) => {
    if (gone === 0 && depth > 1) text += escaped(more);
  };
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.write(stanza).close();
  return text;
}

function isKept({ local, uri }: SaxesTagNS): boolean {
  if (uri === '' || uri === 'jabber:client') return WORDS.includes(local);
  return KEPT_EXTENSIONS.has(uri);
}

function opening(
  { name, attributes }: SaxesTagNS,
  isRoot: boolean,
  { sender, former, anonymous }: Replacement,
): string {
  const gone = former === anonymous ? [sender] : [sender, former];
  const kept = Object.values(attributes).map((one) => {
    const declares = one.uri === XMLNS || one.name === 'xmlns';
    if (isRoot && !declares && !KEPT_OF_ROOT.includes(one.name)) return '';
    if (one.value === former) return attribute(one.name, anonymous);
    if (!gone.some((address) => names(one.value, address))) return attribute(one.name, one.value);
    if (declares) throw new Error('a namespace that names somebody');
    return '';
  });
  return `<${name}${isRoot ? attribute('from', anonymous) : ''}${kept.join('')}>`;
}

const attribute = (name: string, value: string): string => ` ${name}='${escaped(value)}'`;

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
  const element = (name: string, words: string | null) =>
    words === null ? '' : `<${name}>${escaped(words)}</${name}>`;
  const words = element('subject', subject) + element('body', body);
  return `<message from='${escaped(anonymous)}' type='groupchat'>${words}</message>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&apos;',
  '"': '&quot;',
  '\r': '&#xd;',
};

const escaped = (text: string): string => text.replace(/[&<>'"\r]/g, (one) => ENTITIES[one]!);
