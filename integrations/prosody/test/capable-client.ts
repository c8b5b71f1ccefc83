import { createHash } from 'node:crypto';
import type { ChatClient } from '../src/chat-client.js';
import { type Stanza, xml } from '../src/stanza.js';

const DISCO = 'http://jabber.org/protocol/disco#info';

/** A client of which servers know what it can do (XEP-0115), and so what personal events it wants. */
export class Capabilities {
  readonly presence: Stanza;
  private readonly features: readonly string[];

  /** @param nodes whose events the client wants (XEP-0163) */
  constructor(...nodes: readonly string[]) {
    this.features = [DISCO, ...nodes.map((node) => `${node}+notify`)].sort();
    const text = ['client/pc//test', ...this.features].map((part) => `${part}<`).join('');
    const ver = createHash('sha1').update(text).digest('base64');
    const attributes = { hash: 'sha-1', node: 'https://client.example', ver };
    this.presence = xml('c', { xmlns: 'http://jabber.org/protocol/caps', ...attributes });
  }

  /** Answers disco queries from its own account. */
  async tell(client: ChatClient): Promise<void> {
    const { attrs } = await client.next((stanza) => stanza.getChild('query', DISCO) !== undefined);
    const identity = xml('identity', { category: 'client', type: 'pc', name: 'test' });
    const features = this.features.map((feature) => xml('feature', { var: feature }));
    const info = xml('query', { xmlns: DISCO }, identity, ...features);
    await client.send(xml('iq', { type: 'result', id: attrs['id'], to: attrs['from'] }, info));
  }
}
