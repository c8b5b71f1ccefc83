import { randomUUID } from 'node:crypto';
import type { ChatClient } from '../src/chat-client.js';
import { type Stanza, xml } from '../src/stanza.js';
import { submitted } from './room-scene.js';

const MAM = 'urn:xmpp:mam:2';
const RSM = 'http://jabber.org/protocol/rsm';

/** A page of an archive (XEP-0313). */
export interface ArchivePage {
  /** bodies, in the order of their arrival */
  readonly texts: readonly (string | null)[];
  readonly messages: readonly Stanza[];
  readonly ids: readonly string[];
  readonly complete: boolean;
  readonly last: string | null;
}

export interface ArchiveQuery {
  /** JID of a room; default: the own account */
  readonly of?: string;
  /** as in XEP-0059, such as `{ max: '2', after: '17' }` */
  readonly page?: Readonly<Record<string, string>>;
  /** fields of the form, such as `with` */
  readonly filter?: Readonly<Record<string, string | string[]>>;
}

/** Asks for messages of an archive. @throws StanzaError */
export async function archivePage(
  client: ChatClient,
  { of, page = {}, filter }: ArchiveQuery = {},
): Promise<ArchivePage> {
  const queryid = randomUUID();
  const form = filter ? [submitted({ FORM_TYPE: MAM, ...filter })] : [];
  const set = Object.entries(page).map(([name, value]) => xml(name, {}, value));
  const query = xml('query', { xmlns: MAM, queryid }, ...form, xml('set', { xmlns: RSM }, ...set));
  const fin = (await client.set(query, of)).getChild('fin', MAM)!;
  const results = client
    .take((stanza) => stanza.getChild('result', MAM)?.attrs['queryid'] === queryid)
    .map((stanza) => stanza.getChild('result', MAM)!);
  const messages = results.map((result) => result.getChild('forwarded')!.getChild('message')!);
  return {
    texts: messages.map((message) => message.getChildText('body')),
    messages,
    ids: results.map(({ attrs }) => String(attrs['id'])),
    complete: fin.attrs['complete'] === 'true',
    last: fin.getChild('set', RSM)?.getChildText('last') ?? null,
  };
}
