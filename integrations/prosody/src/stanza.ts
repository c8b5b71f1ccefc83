import { xml } from '@xmpp/client';

export { xml };

/** An XML element: a stanza, or part of one. */
export type Stanza = ReturnType<typeof xml>;

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
