import { UnusableAddress } from '@chat-admin/domain/chat-server/chat-server';
import type { RoomRef } from '@chat-admin/domain/chat-server/chat-server';
import type { LiveOccupant, RoomInvitation } from '@chat-admin/domain/chat-server/live-room';
import { InvalidArgument } from '@chat-admin/domain/shared/domain-error';
import type { DomainError } from '@chat-admin/domain/shared/domain-error';
import type { PersonalMessage } from '@chat-admin/domain/chat-server/message';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import type { BridgeRefusal } from './bridge-client.js';
import { closedAnswer, doneAnswer, kickedAnswer, roleAnswer } from './bridge-documents.js';
import type { Shape } from './shapes.js';
import { stanzaText } from './stanza-text.js';

/** How commands reach Prosody. */
export interface CommandWay {
  /** @throws ChatServerAway */
  reached(): Promise<void>;
  /** @param repeatable whether it does no harm to send it again. @throws ChatServerAway, DomainError */
  command<T>(path: string, body: object, repeatable: boolean, answer: Shape<T>): Promise<T>;
}

/** The commands to Prosody, as the port has them. */
export class Commands {
  constructor(private readonly way: CommandWay) {}

  async closeSessions(username: Localpart, reason: string | null): Promise<boolean> {
    const body = { username, reason: textIn(reason) };
    const path = '/bridge/sessions/close';
    return (await this.way.command(path, body, true, closedAnswer)).closed > 0;
  }

  /** Not repeated, because the client may be back under the same resource. */
  async closeSession(
    username: Localpart,
    resource: string,
    reason: string | null,
  ): Promise<boolean> {
    const body = { username, resource, reason: textIn(reason) };
    const path = '/bridge/sessions/close';
    return (await this.way.command(path, body, false, closedAnswer)).closed > 0;
  }

  async kickOccupant(ref: RoomRef, nickname: string, reason: string | null): Promise<boolean> {
    const body = { ...ref, nickname, reason: textIn(reason) };
    return (await this.way.command('/bridge/occupants/kick', body, false, kickedAnswer)).found;
  }

  async changeRole(ref: RoomRef, nickname: string, role: LiveOccupant['role']) {
    const body = { ...ref, nickname, role };
    return (await this.way.command('/bridge/occupants/role', body, true, roleAnswer)).outcome;
  }

  async broadcast(body: string): Promise<void> {
    const text = stanzaText(body);
    if (text === '') await this.way.reached();
    else await this.way.command('/bridge/broadcast', { body: text }, false, doneAnswer);
  }

  async send({ to, type, subject, body }: PersonalMessage): Promise<void> {
    const text = stanzaText(body);
    if (text === '' || to.length === 0) return this.way.reached();
    const message = { type, subject: textIn(subject), body: text, to };
    await this.way.command('/bridge/messages', message, false, doneAnswer);
  }

  async sendToRoom({ service, room }: RoomRef, body: string): Promise<void> {
    const text = stanzaText(body);
    if (text === '') return this.way.reached();
    const said = { service, room, body: text };
    await this.way.command('/bridge/rooms/message', said, false, doneAnswer);
  }

  async invite({ service, room }: RoomRef, invitations: readonly RoomInvitation[]): Promise<void> {
    const sent = invitations.map(({ to, reason, password }) => ({
      to,
      reason: textOrNull(reason),
      password: textOrNull(password),
    }));
    const body = { service, room, invitations: sent };
    await this.way.command('/bridge/rooms/invite', body, false, doneAnswer);
  }
}

/** What a refusal means to callers. */
export function faultOf({ address }: BridgeRefusal): DomainError {
  if (address !== null) return new UnusableAddress(address);
  return new InvalidArgument('chat-server-incapable', {
    resource: null,
    detail: 'its modules are of another version than this server: update them',
  });
}

/** What is undefined is not sent. */
const textIn = (text: string | null) => (text === null ? undefined : stanzaText(text));

const textOrNull = (text: string | null) => text && stanzaText(text);
