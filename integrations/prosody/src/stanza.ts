import { xml as createElement } from '@xmpp/client';

/** A text is the namespace. */
type Attributes = string | object;
type Children = readonly (Stanza | string)[];

/** An XML element: a stanza, or part of one. */
export interface Stanza {
  name: string;
  parent: Stanza | null;
  children: (Stanza | string)[];
  attrs: Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any
  is(name: string, xmlns?: string): boolean;
  getNS(): string | undefined;
  getChild(name: string, xmlns?: string): Stanza | undefined;
  getChildren(name: string, xmlns?: string): Stanza[];
  getChildText(name: string, xmlns?: string): string | null;
  getChildElements(): Stanza[];
  append(...children: Children): void;
  remove(child: Stanza | string): this;
  text(): string;
  toString(): string;
}

export const xml: (name: string, attributes?: Attributes, ...children: Children) => Stanza =
  createElement;

/** An answer of type `error` to a client's request. */
export class StanzaError extends Error {
  readonly condition: string;

  constructor(readonly stanza: Stanza) {
    const error = stanza.getChild('error');
    const children = error?.getChildElements() ?? [];
    const condition = children.find((child) => child.name !== 'text')?.name ?? 'undefined';
    super(`${condition}: ${stanza.toString()}`);
    this.condition = condition;
  }
}

/** MUC status codes of a presence or message (XEP-0045). */
export function statusCodes(stanza: Stanza): number[] {
  const extension = stanza.getChild('x', 'http://jabber.org/protocol/muc#user');
  return (extension?.getChildren('status') ?? []).map(({ attrs }) => Number(attrs['code']));
}
