import { connectStockClient } from '../stock-client.js';
import { type Stanza, xml } from '../stanza.js';
import type { Place, Transport } from '../transport.js';
import { type PersonPlan, passwordOf } from './plan.js';
import { RoomStay } from './room-stay.js';
import type { RoomEvent, RoomRecord } from './tally.js';

const MUC = 'http://jabber.org/protocol/muc';
const ROSTER = 'jabber:iq:roster';
const PING = 'urn:xmpp:ping';
const DELAY = 'urn:xmpp:delay';
/** An overloaded server answers late; that is measured, not a failure. */
const TIMEOUT_MS = 60_000;
const MESSAGE_ID = /^m(\d+)$/;

/** A person at a stock client who stores little of what is received. */
export class Person {
  /** all stays in rooms, in order */
  readonly stays: RoomStay[] = [];
  readonly records: RoomRecord[];
  /** names of contacts from roster pushes, the last of each */
  readonly contacts = new Map<string, string>();
  /** conditions of unexpected stream errors */
  readonly surprises: string[] = [];
  private readonly open = new Map<string, (stanza: Stanza) => void>();
  private transport: Transport | null = null;
  private isExpectingTheEnd = false;
  private lastId = 0;

  constructor(
    readonly plan: PersonPlan,
    private readonly place: Place,
  ) {
    this.records = plan.witnesses.map((room) => ({ room, events: [] }));
  }

  get isOnline(): boolean {
    return this.transport !== null;
  }

  /** The stay in a room that is going on. */
  stayIn(room: string): RoomStay | undefined {
    return this.stays.findLast((stay) => stay.room === room && stay.isGoingOn);
  }

  /** Logs in, fetches the roster and becomes available, as clients do. */
  async login(): Promise<void> {
    const { username } = this.plan;
    const login = { username, password: passwordOf(username), resource: 'load' };
    const transport = await connectStockClient('tcp', this.place, login, (stanza) =>
      this.receive(stanza),
    );
    this.transport = transport;
    this.isExpectingTheEnd = false;
    void transport.ended.then((condition) => this.disconnected(condition));
    await this.ask(xml('query', { xmlns: ROSTER }));
    await transport.send(xml('presence'));
  }

  async logout(): Promise<void> {
    this.isExpectingTheEnd = true;
    const { transport } = this;
    await transport?.close().catch(() => transport.cut());
  }

  async enter(room: string): Promise<void> {
    const { username, witnesses } = this.plan;
    const record = witnesses.includes(room) ? this.recordOf(room) : null;
    const stay = new RoomStay(room, username, record);
    this.stays.push(stay);
    const history = xml('history', { maxstanzas: '0' });
    const presence = { to: `${room}/${username}` };
    await this.send(xml('presence', presence, xml('x', { xmlns: MUC }, history)));
    await within(TIMEOUT_MS, `${username} enters ${room}`, stay.entered);
  }

  /** @param number a unique number for the message */
  say(stay: RoomStay, number: number): void {
    stay.saying(number);
    const text = xml('body', {}, `${number} ${'word '.repeat(number % 20)}`);
    const message = { to: stay.room, type: 'groupchat', id: `m${number}` };
    // a connection that breaks now makes the outcome of the message unknown
    this.send(xml('message', message, text)).catch(() => undefined);
  }

  /**
   * Resolves once the server has processed everything sent before, and everything it had sent
   * before has arrived.
   */
  async ping(): Promise<void> {
    await this.ask(xml('ping', { xmlns: PING }));
  }

  /** Resolves once this person is out of a room or off the server. */
  async thrownOut(room: string): Promise<void> {
    this.isExpectingTheEnd = true;
    const { username } = this.plan;
    await within(TIMEOUT_MS, `${username} is thrown out`, this.stayIn(room)?.over);
  }

  /** Forgets the stays of an earlier round. */
  forget(): void {
    this.stays.length = 0;
    for (const { room } of this.records) this.recordOf(room).length = 0;
  }

  private recordOf(room: string): RoomEvent[] {
    return this.records.find((record) => record.room === room)!.events as RoomEvent[];
  }

  private async send(stanza: Stanza): Promise<void> {
    if (!this.transport) throw new Error(`${this.plan.username} is not online`);
    await this.transport.send(stanza);
  }

  private async ask(payload: Stanza): Promise<void> {
    const id = `q${++this.lastId}`;
    const answer = new Promise<Stanza>((resolve) => this.open.set(id, resolve));
    try {
      await this.send(xml('iq', { type: 'get', id }, payload));
      await within(TIMEOUT_MS, `${this.plan.username} gets an answer`, answer);
    } finally {
      this.open.delete(id);
    }
  }

  private receive(stanza: Stanza): void {
    const { from = '', id = '', type } = stanza.attrs as Record<string, string | undefined>;
    if (stanza.name === 'iq') {
      if (type === 'set') this.receivePush(stanza);
      else this.open.get(id)?.(stanza);
      return;
    }
    const slash = from.indexOf('/');
    const room = slash < 0 ? from : from.slice(0, slash);
    if (stanza.name === 'presence') {
      return this.stayIn(room)?.seePresence(from.slice(room.length + 1), stanza);
    }
    const number = MESSAGE_ID.exec(id)?.[1];
    if (number === undefined || stanza.getChild('delay', DELAY)) return;
    const stay = this.stays.findLast((known) => known.room === room);
    if (type === 'error') stay?.refuse(Number(number));
    else stay?.hear(Number(number));
  }

  private receivePush(stanza: Stanza): void {
    const item = stanza.getChild('query', ROSTER)?.getChild('item');
    const { jid, name = '' } = (item?.attrs ?? {}) as Record<string, string | undefined>;
    if (jid !== undefined) this.contacts.set(jid, name);
  }

  private disconnected(condition: string | null): void {
    this.transport = null;
    if (!this.isExpectingTheEnd) this.surprises.push(condition ?? 'no stream error');
    for (const stay of this.stays) stay.end('disconnected');
  }
}

async function within<T>(ms: number, what: string, work: Promise<T> | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Waited in vain until ${what}`)), ms);
  });
  await Promise.race([work, tooLong]).finally(() => clearTimeout(timer));
}
