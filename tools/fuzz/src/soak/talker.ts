import { setTimeout as delay } from 'node:timers/promises';
import { connectStockClient } from '@chat-admin/prosody-integration/stock-client';
import { type Stanza, statusCodes, xml } from '@chat-admin/prosody-integration/stanza';
import type { Place, Transport } from '@chat-admin/prosody-integration/transport';

const MUC = 'http://jabber.org/protocol/muc';
const SELF_PRESENCE = 110;
const TIMEOUT_MS = 60_000;
const PAUSE_MS = 1_000;

/** A person who stays in a room and talks, and comes back whenever the connection is lost. */
export class Talker {
  /** what came back from the room: whoever talks has been heard */
  private heard: string[] = [];
  private transport: Transport | null = null;
  private said = 0;
  private over = false;
  private readonly running: Promise<void>;
  isInRoom = false;

  constructor(
    private readonly username: string,
    private readonly password: string,
    /** its bare JID */
    private readonly room: string,
    private readonly place: Place,
  ) {
    this.running = this.stay();
  }

  /** Says something that nobody has said; nothing while not in the room. */
  say(): void {
    if (!this.isInRoom) return;
    const body = xml('body', {}, `${this.username} ${this.said++}`);
    const message = xml('message', { to: this.room, type: 'groupchat' }, body);
    void this.transport?.send(message).catch(() => undefined);
  }

  /** What has been heard since the last call. */
  takeHeard(): string[] {
    const { heard } = this;
    this.heard = [];
    return heard;
  }

  async stop(): Promise<void> {
    this.over = true;
    this.transport?.cut();
    await this.running;
  }

  private async stay(): Promise<void> {
    while (!this.over) {
      await this.stayOnce().catch(() => undefined);
      this.isInRoom = false;
      if (!this.over) await delay(PAUSE_MS);
    }
  }

  /** From the login to the end of the stream. */
  private async stayOnce(): Promise<void> {
    const { username, password, place, room } = this;
    let entered = () => {};
    const inside = new Promise<void>((resolve) => (entered = resolve));
    const receive = (stanza: Stanza) => {
      if (stanza.is('presence') && statusCodes(stanza).includes(SELF_PRESENCE)) entered();
      this.hear(stanza);
    };
    const login = { username, password, resource: 'soak' };
    const transport = await connectStockClient('websocket', place, login, receive);
    this.transport = transport;
    if (this.over) transport.cut();
    const history = xml('history', { maxstanzas: '0' });
    await transport.send(
      xml('presence', { to: `${room}/${username}` }, xml('x', { xmlns: MUC }, history)),
    );
    const timer = setTimeout(() => transport.cut(), TIMEOUT_MS);
    await Promise.race([inside, transport.ended]).finally(() => clearTimeout(timer));
    this.isInRoom = true;
    await transport.ended;
  }

  private hear(stanza: Stanza): void {
    const { attrs } = stanza;
    if (!stanza.is('message') || attrs['type'] !== 'groupchat') return;
    if (attrs['from'] !== `${this.room}/${this.username}`) return;
    const text = stanza.getChildText('body');
    if (text) this.heard.push(text);
  }
}
