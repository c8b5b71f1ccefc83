import { randomInt } from 'node:crypto';
import { Parser } from '@xmpp/xml';
import { Inbox } from './inbox.js';
import { SCRAM_HASHES, ScramExchange } from './scram.js';
import { type Stanza, xml } from './stanza.js';
import { type Login, LoginRefused, type Place, type Receive, type Transport } from './transport.js';

const HTTP_BIND = 'http://jabber.org/protocol/httpbind';
const XBOSH = 'urn:xmpp:xbosh';
const SASL = 'urn:ietf:params:xml:ns:xmpp-sasl';
const BIND = 'urn:ietf:params:xml:ns:xmpp-bind';
const WAIT_S = 60;

/** Logs in over BOSH (XEP-0124, XEP-0206). @throws LoginRefused */
export async function connectBosh(
  { host, httpPort, domain }: Place,
  login: Login,
  receive: Receive,
): Promise<Transport> {
  const session = new BoshSession(`http://${host}:${httpPort}/http-bind`, domain);
  await session.open();
  try {
    await authenticate(session, login);
    await session.restart();
    const jid = await bind(session, login.resource);
    session.deliverTo(receive);
    return {
      jid,
      ended: session.ended,
      send: (stanza) => session.send(stanza),
      close: () => session.close(),
      cut: () => session.cut(),
    };
  } catch (error) {
    session.cut();
    throw error;
  }
}

async function authenticate(session: BoshSession, login: Login): Promise<void> {
  const { username, password, mechanism = 'SCRAM-SHA-256' } = login;
  const hash = SCRAM_HASHES[mechanism];
  const exchange = hash ? new ScramExchange(hash, username, password) : null;
  const first = exchange ? exchange.first() : `\0${username}\0${password}`;
  await session.send(xml('auth', { xmlns: SASL, mechanism }, base64(first)));
  for (;;) {
    const reply = await session.inbox.next((element) => element.getNS() === SASL);
    const text = Buffer.from(reply.text(), 'base64').toString();
    if (reply.name === 'failure') {
      throw new LoginRefused(reply.getChildElements()[0]?.name ?? '');
    }
    if (reply.name === 'success') {
      exchange?.verify(text);
      return;
    }
    await session.send(xml('response', { xmlns: SASL }, base64(exchange?.final(text) ?? '')));
  }
}

async function bind(session: BoshSession, resource: string | undefined): Promise<string> {
  const wish = resource === undefined ? [] : [xml('resource', {}, resource)];
  await session.send(
    xml('iq', { type: 'set', id: 'bind', xmlns: 'jabber:client' }, xml('bind', BIND_NS, ...wish)),
  );
  const reply = await session.inbox.next(({ attrs }) => attrs['id'] === 'bind');
  const jid = reply.getChild('bind', BIND)?.getChildText('jid');
  if (!jid) throw new Error(`No resource was bound: ${reply.toString()}`);
  return jid;
}

const BIND_NS = { xmlns: BIND };
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/**
 * One request is always pending for the server to answer, a second one if there is something to
 * send.
 */
class BoshSession {
  readonly inbox = new Inbox();
  readonly ended: Promise<string | null>;
  private end: (condition: string | null) => void = () => undefined;
  private receive: Receive = (stanza) => this.inbox.receive(stanza);
  private readonly stop = new AbortController();
  private rid = randomInt(1, 2 ** 31);
  private sid = '';
  private underWay = 0;
  private outgoing: Stanza[] = [];
  /** responses are delivered in the order of their requests */
  private delivered: Promise<void> = Promise.resolve();

  constructor(
    private readonly url: string,
    private readonly domain: string,
  ) {
    this.ended = new Promise((resolve) => (this.end = resolve));
  }

  async open(): Promise<void> {
    const attributes = {
      ...{ to: this.domain, 'xml:lang': 'en', wait: WAIT_S, hold: 1, ver: '1.6' },
      ...{ 'xmpp:version': '1.0', 'xmlns:xmpp': XBOSH },
    };
    const reply = await this.post(attributes, []);
    this.sid = reply.attrs['sid'] ?? '';
    if (!this.sid) throw new Error(`No BOSH session: ${reply.toString()}`);
  }

  async restart(): Promise<void> {
    const attributes = { 'xmpp:restart': 'true', to: this.domain, 'xmlns:xmpp': XBOSH };
    this.exchange(attributes, []);
    await this.inbox.next(({ name }) => name === 'stream:features' || name === 'features');
  }

  /** From now on nothing is added to the inbox of the login. */
  deliverTo(receive: Receive): void {
    for (const stanza of this.inbox.take()) receive(stanza);
    this.receive = receive;
    this.pump();
  }

  async send(stanza: Stanza): Promise<void> {
    if (this.stop.signal.aborted) throw new Error('The BOSH session is over');
    stanza.attrs['xmlns'] ??= 'jabber:client';
    this.outgoing.push(stanza);
    this.pump();
  }

  async close(): Promise<void> {
    if (this.stop.signal.aborted) return;
    const farewell = xml('presence', { type: 'unavailable', xmlns: 'jabber:client' });
    await this.post({ type: 'terminate' }, [farewell]).catch(() => undefined);
    this.cut();
  }

  cut(): void {
    this.finish(null);
  }

  private pump(): void {
    if (this.stop.signal.aborted || !this.sid) return;
    if (this.underWay < 2 && this.outgoing.length > 0) this.exchange({}, this.outgoing.splice(0));
    else if (this.underWay === 0) this.exchange({}, []);
  }

  private exchange(attributes: Record<string, unknown>, stanzas: readonly Stanza[]): void {
    const reply = this.post(attributes, stanzas);
    reply.catch(() => undefined);
    this.delivered = this.delivered.then(async () => {
      try {
        const body = await reply;
        for (const stanza of body.getChildElements()) this.receive(stanza);
        if (body.attrs['type'] === 'terminate') {
          this.finish(streamError(body) ?? body.attrs['condition'] ?? null);
        }
      } catch {
        this.finish(null);
      }
      this.pump();
    });
  }

  private async post(
    attributes: Record<string, unknown>,
    stanzas: readonly Stanza[],
  ): Promise<Stanza> {
    const given = { ...attributes, ...(this.sid ? { sid: this.sid } : {}) };
    const body = xml('body', { ...given, rid: this.rid++, xmlns: HTTP_BIND }, ...stanzas);
    this.underWay++;
    try {
      const reply = await fetch(this.url, {
        method: 'POST',
        headers: { 'content-type': 'text/xml; charset=utf-8' },
        body: body.toString(),
        signal: this.stop.signal,
      });
      if (!reply.ok) throw new Error(`BOSH answered ${reply.status}`);
      return parse(await reply.text());
    } finally {
      this.underWay--;
    }
  }

  private finish(condition: string | null): void {
    this.stop.abort();
    this.inbox.end(new Error('The BOSH session is over'));
    this.end(condition);
  }
}

function streamError(body: Stanza): string | null {
  const error = body.getChildElements().find(({ name }) => /(^|:)error$/.test(name));
  return error?.getChildElements()[0]?.name ?? null;
}

function parse(text: string): Stanza {
  const parser = new Parser();
  let root: Stanza | null = null;
  const children: Stanza[] = [];
  parser.on('start', (element: Stanza) => (root = element));
  parser.on('element', (element: Stanza) => children.push(element));
  parser.write(text);
  if (!root) throw new Error(`Not a BOSH answer: ${text}`);
  const body = root as Stanza;
  body.children = [];
  for (const child of children) body.append(child);
  return body;
}
