import { randomUUID } from 'node:crypto';
import { connectBosh } from './bosh-client.js';
import { Inbox } from './inbox.js';
import { type Stanza, StanzaError, statusCodes, xml } from './stanza.js';
import { connectStockClient } from './stock-client.js';
import type { Login, Place, Transport, TransportName } from './transport.js';

const MUC = 'http://jabber.org/protocol/muc';
const SELF_PRESENCE = 110;

/** A person at a client: logged in and receiving. */
export class ChatClient {
  private constructor(
    private readonly transport: Transport,
    private readonly inbox: Inbox,
  ) {}

  /** @throws LoginRefused */
  static async login(kind: TransportName, place: Place, login: Login): Promise<ChatClient> {
    const inbox = new Inbox();
    const receive = (stanza: Stanza) => inbox.receive(stanza);
    const transport =
      kind === 'bosh'
        ? await connectBosh(place, login, receive)
        : await connectStockClient(kind, place, login, receive);
    void transport.ended.then((condition) =>
      inbox.end(new Error(`${transport.jid} is disconnected (${condition ?? 'no stream error'})`)),
    );
    return new ChatClient(transport, inbox);
  }

  /** full JID */
  get jid(): string {
    return this.transport.jid;
  }

  get bareJid(): string {
    return this.jid.split('/')[0]!;
  }

  /** resolves when the stream has ended: the condition of the stream error, or null without one */
  get ended(): Promise<string | null> {
    return this.transport.ended;
  }

  /** everything received since the login, in order */
  get received(): readonly Stanza[] {
    return this.inbox.all;
  }

  send(stanza: Stanza): Promise<void> {
    return this.transport.send(stanza);
  }

  /**
   * The first unread stanza that matches, past or future. @throws if none arrives within ten
   * seconds
   */
  next(match: (stanza: Stanza) => boolean, timeoutMs?: number): Promise<Stanza> {
    return this.inbox.next(match, timeoutMs);
  }

  nextMessage(match: (stanza: Stanza) => boolean = () => true): Promise<Stanza> {
    return this.next((stanza) => stanza.is('message') && match(stanza));
  }

  nextPresence(match: (stanza: Stanza) => boolean = () => true): Promise<Stanza> {
    return this.next((stanza) => stanza.is('presence') && match(stanza));
  }

  /** Takes the unread stanzas that match, without waiting. */
  take(match?: (stanza: Stanza) => boolean): Stanza[] {
    return this.inbox.take(match);
  }

  /** Sends an `iq` and returns the answer. @throws StanzaError */
  get(payload: Stanza, to?: string): Promise<Stanza> {
    return this.ask('get', payload, to);
  }

  /** @throws StanzaError */
  set(payload: Stanza, to?: string): Promise<Stanza> {
    return this.ask('set', payload, to);
  }

  /** Sends available presence; resolves when the server has echoed it. */
  async available(...children: Stanza[]): Promise<void> {
    await this.send(xml('presence', {}, ...children));
    await this.nextPresence(({ attrs }) => attrs['from'] === this.jid && !attrs['type']);
  }

  /**
   * Enters a room.
   * @param room its bare JID
   * @returns the presence that confirms it; those of others and the history remain unread
   * @throws StanzaError if entry is refused
   */
  async join(room: string, nickname: string, password?: string): Promise<Stanza> {
    const secret = password === undefined ? [] : [xml('password', {}, password)];
    await this.send(
      xml('presence', { to: `${room}/${nickname}` }, xml('x', { xmlns: MUC }, ...secret)),
    );
    const reply = await this.nextPresence(
      (stanza) =>
        fromRoom(stanza, room) &&
        (stanza.attrs['type'] === 'error' || statusCodes(stanza).includes(SELF_PRESENCE)),
    );
    if (reply.attrs['type'] === 'error') throw new StanzaError(reply);
    return reply;
  }

  async leave(room: string, nickname: string): Promise<void> {
    await this.send(xml('presence', { to: `${room}/${nickname}`, type: 'unavailable' }));
    await this.nextPresence(
      (stanza) =>
        fromRoom(stanza, room) &&
        stanza.attrs['type'] === 'unavailable' &&
        statusCodes(stanza).includes(SELF_PRESENCE),
    );
  }

  /** Sends a message to a room and waits for its reflection. @throws StanzaError */
  async say(room: string, text: string): Promise<Stanza> {
    const id = randomUUID();
    await this.send(xml('message', { to: room, type: 'groupchat', id }, xml('body', {}, text)));
    const reply = await this.nextMessage(
      (stanza) => fromRoom(stanza, room) && stanza.attrs['id'] === id,
    );
    if (reply.attrs['type'] === 'error') throw new StanzaError(reply);
    return reply;
  }

  /** Logs out; idempotent. */
  close(): Promise<void> {
    return this.transport.close();
  }

  /** Drops the connection without closing it, like a failing network. */
  cut(): void {
    this.transport.cut();
  }

  private async ask(type: 'get' | 'set', payload: Stanza, to?: string): Promise<Stanza> {
    const id = randomUUID();
    await this.send(xml('iq', { type, id, ...(to === undefined ? {} : { to }) }, payload));
    const reply = await this.next(
      (stanza) =>
        stanza.is('iq') &&
        stanza.attrs['id'] === id &&
        /^(result|error)$/.test(String(stanza.attrs['type'])),
    );
    if (reply.attrs['type'] === 'error') throw new StanzaError(reply);
    return reply;
  }
}

function fromRoom({ attrs }: Stanza, room: string): boolean {
  const from = String(attrs['from'] ?? '');
  return from === room || from.startsWith(`${room}/`);
}
