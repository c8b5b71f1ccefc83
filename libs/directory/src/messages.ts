import { elementsOf, expected, MalformedMessage, TAG, wholeNumber } from './ber.js';
import type { Element } from './ber.js';

/** Values by the lower-case description of their attribute, such as `member;range=0-1499`. */
export type Attributes = ReadonlyMap<string, readonly Buffer[]>;

export interface FoundEntry {
  readonly dn: string;
  readonly attributes: Attributes;
}

export interface LdapResult {
  /** of RFC 4511 */
  readonly code: number;
  /** what the server says to it, perhaps nothing */
  readonly diagnostic: string;
  /** values by type */
  readonly controls: ReadonlyMap<string, Buffer>;
}

/** A message of a server; `id` is that of the request, or 0. */
export type ServerMessage = { readonly id: number } & (
  | { readonly kind: 'entry'; readonly entry: FoundEntry }
  | { readonly kind: 'reference' }
  | { readonly kind: 'result'; readonly operation: number; readonly result: LdapResult }
  | { readonly kind: 'other'; readonly operation: number }
);

/** Tags of answers. */
export const ANSWER = { bind: 0x61, search: 0x65, extended: 0x78 } as const;
const ENTRY = 0x64;
const REFERENCE = 0x73;
const RESULTS: readonly number[] = Object.values(ANSWER);
const CONTROLS = 0xa0;
/** Of an entry, more than any directory sends for what is asked. */
const MOST_ATTRIBUTES = 1000;
const MOST_VALUES = 500_000;

/** Reads one whole message, strictly: whatever does not fit its parent is refused. @throws MalformedMessage */
export function readMessage(bytes: Buffer): ServerMessage {
  const [envelope] = elementsOf(bytes);
  const [number, operation, controls] = elementsOf(expected(envelope, TAG.sequence));
  const id = wholeNumber(expected(number, TAG.integer));
  if (operation === undefined) throw new MalformedMessage('a message without an operation');
  if (operation.tag === ENTRY) return { id, kind: 'entry', entry: entryOf(operation.content) };
  if (operation.tag === REFERENCE) return { id, kind: 'reference' };
  if (!RESULTS.includes(operation.tag)) return { id, kind: 'other', operation: operation.tag };
  const result = resultOf(operation.content, controls);
  return { id, kind: 'result', operation: operation.tag, result };
}

function entryOf(content: Buffer): FoundEntry {
  const [name, list] = elementsOf(content);
  const attributes = new Map<string, readonly Buffer[]>();
  let left = MOST_VALUES;
  for (const attribute of elementsOf(expected(list, TAG.sequence), MOST_ATTRIBUTES)) {
    const [type, set] = elementsOf(expected(attribute, TAG.sequence));
    const values = elementsOf(expected(set, TAG.set), left);
    left -= values.length;
    attributes.set(
      expected(type, TAG.octets).toString('utf8').toLowerCase(),
      values.map((value) => expected(value, TAG.octets)),
    );
  }
  return { dn: expected(name, TAG.octets).toString('utf8'), attributes };
}

function resultOf(content: Buffer, controls: Element | undefined): LdapResult {
  const [code, , diagnostic] = elementsOf(content);
  return {
    code: wholeNumber(expected(code, TAG.enumerated)),
    diagnostic: expected(diagnostic, TAG.octets).toString('utf8'),
    controls: new Map(
      controls?.tag === CONTROLS ? elementsOf(controls.content).map(controlOf) : [],
    ),
  };
}

function controlOf(element: Element): readonly [type: string, value: Buffer] {
  const [type, ...rest] = elementsOf(expected(element, TAG.sequence));
  const value = rest.find(({ tag }) => tag === TAG.octets)?.content;
  return [expected(type, TAG.octets).toString('utf8'), value ?? Buffer.alloc(0)];
}
