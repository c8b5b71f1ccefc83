import type { ChatClient } from '../src/chat-client.js';
import { type Stanza, statusCodes, xml } from '../src/stanza.js';
import type { World } from '../src/world.js';

export const MUC = 'http://jabber.org/protocol/muc';
export const MUC_USER = `${MUC}#user`;
export const MUC_ADMIN = `${MUC}#admin`;
export const MUC_OWNER = `${MUC}#owner`;
const FORMS = 'jabber:x:data';

/** The Chatroom document of the API. */
export interface RoomDocument {
  readonly roomName: string;
  readonly naturalName?: string;
  readonly description?: string;
  readonly password?: string;
  readonly subject?: string;
  readonly maxUsers: number;
  readonly persistent: boolean;
  readonly publicRoom: boolean;
  readonly registrationEnabled: boolean;
  readonly canAnyoneDiscoverJID: boolean;
  readonly canOccupantsChangeSubject: boolean;
  readonly canOccupantsInvite: boolean;
  readonly canChangeNickname: boolean;
  readonly logEnabled: boolean;
  readonly loginRestrictedToNickname: boolean;
  readonly membersOnly: boolean;
  readonly moderated: boolean;
  readonly broadcastPresenceRoles: readonly string[];
  readonly allowPM: string;
  readonly owners: readonly string[];
  readonly admins: readonly string[];
  readonly members: readonly string[];
  readonly outcasts: readonly string[];
  readonly ownerGroups: readonly string[];
  readonly adminGroups: readonly string[];
  readonly memberGroups: readonly string[];
  readonly outcastGroups: readonly string[];
}

export interface OccupantDocument {
  readonly jid: string;
  readonly userAddress: string;
  readonly role: string;
  readonly affiliation: string;
}

export interface MessageDocument {
  readonly from: string;
  readonly body: string;
  readonly delay_from: string;
}

/** Stops a world, checking that no handler of Prosody has failed. */
export async function stopUnharmed(world: World | undefined): Promise<void> {
  if (!world) return;
  const failures =
    world.prosody.output().match(/^.*(Traceback|engine\.\w+ failed).*(\n\t.*)*/gm) ?? [];
  await world.stop();
  expect(failures).toEqual([]);
}

let named = 0;
export const newName = (prefix = 'room'): string => `${prefix}-${++named}`;

/** A room, with its view through the API. */
export class Room {
  constructor(
    private readonly world: World,
    readonly name: string,
    readonly service = 'conference',
  ) {}

  get jid(): string {
    return `${this.name}@${this.service}.${this.world.domain}`;
  }

  occupant(nickname: string): string {
    return `${this.jid}/${nickname}`;
  }

  /** below `/chatrooms/{roomName}`: `''` or with a leading slash */
  path(rest = ''): string {
    return `/chatrooms/${encodeURIComponent(this.name)}${rest}?servicename=${this.service}`;
  }

  async document(): Promise<RoomDocument> {
    return (await this.world.api.done('GET', this.path())).json<RoomDocument>();
  }

  /** 200 or 404 */
  async status(): Promise<number> {
    return (await this.world.api.call('GET', this.path())).status;
  }

  /** PUT of the current document with some fields changed. */
  async change(fields: Partial<RoomDocument>): Promise<void> {
    await this.world.api.done('PUT', this.path(), { ...(await this.document()), ...fields });
  }

  async occupants(): Promise<OccupantDocument[]> {
    const reply = await this.world.api.done('GET', this.path('/occupants'));
    return reply.json<{ occupants: OccupantDocument[] }>().occupants;
  }

  async history(): Promise<MessageDocument[]> {
    const reply = await this.world.api.done('GET', this.path('/chathistory'));
    return reply.json<{ message: MessageDocument[] }>().message;
  }
}

/**
 * Creates a room through the API: permanent, owned by ann, everyone sees everyone; `fields` are the
 * differences.
 */
export async function aRoom(
  world: World,
  fields: Partial<RoomDocument> = {},
  service = 'conference',
): Promise<Room> {
  const room = new Room(world, fields.roomName ?? newName(), service);
  await world.api.done('POST', `/chatrooms?servicename=${service}`, {
    roomName: room.name,
    persistent: true,
    broadcastPresenceRoles: ['moderator', 'participant', 'visitor'],
    owners: [`ann@${world.domain}`],
    ...fields,
  });
  return room;
}

/** The next presence of an occupant shown to `client`. */
export function presenceOf(
  client: ChatClient,
  room: Room,
  nickname: string,
  match: (stanza: Stanza) => boolean = () => true,
): Promise<Stanza> {
  return client.nextPresence(
    (stanza) => stanza.attrs['from'] === room.occupant(nickname) && match(stanza),
  );
}

export const isGone = (stanza: Stanza): boolean => stanza.attrs['type'] === 'unavailable';

/** What a presence or message says about an occupant: attributes, reason and status codes. */
export function standing(stanza: Stanza) {
  const item = stanza.getChild('x', MUC_USER)?.getChild('item');
  return {
    type: stanza.attrs['type'] as string | undefined,
    affiliation: item?.attrs['affiliation'] as string | undefined,
    role: item?.attrs['role'] as string | undefined,
    jid: item?.attrs['jid'] as string | undefined,
    reason: item?.getChildText('reason') ?? null,
    codes: statusCodes(stanza),
  };
}

/** The next message with status codes from the room itself. */
export async function configurationCodes(client: ChatClient, room: Room): Promise<number[]> {
  const message = await client.nextMessage(
    (stanza) => stanza.attrs['from'] === room.jid && statusCodes(stanza).length > 0,
  );
  return statusCodes(message);
}

export function saying(text: string): (stanza: Stanza) => boolean {
  return (stanza) => stanza.getChildText('body') === text;
}

/** Waits until `client` is shown this subject. */
export function shownSubject(client: ChatClient, room: Room, subject: string): Promise<Stanza> {
  return client.nextMessage(
    (stanza) =>
      fromRoom(stanza, room) &&
      stanza.getChildText('subject') === subject &&
      !stanza.getChild('body'),
  );
}

function fromRoom({ attrs }: Stanza, room: Room): boolean {
  return String(attrs['from']).split('/')[0] === room.jid;
}

export function setSubject(client: ChatClient, room: Room, subject: string): Promise<void> {
  return client.send(
    xml('message', { to: room.jid, type: 'groupchat' }, xml('subject', {}, subject)),
  );
}

/** The next error in answer to a message or presence of `client` to the room. */
export async function refusal(client: ChatClient, room: Room): Promise<string> {
  const answer = await client.next(
    (stanza) => stanza.attrs['type'] === 'error' && fromRoom(stanza, room),
  );
  return answer
    .getChild('error')!
    .getChildElements()
    .find(({ name }) => name !== 'text')!.name;
}

/** A chat user sets an affiliation or a role. */
export function administer(
  client: ChatClient,
  room: Room,
  attributes: Record<string, string>,
  reason?: string,
): Promise<Stanza> {
  const children = reason === undefined ? [] : [xml('reason', {}, reason)];
  return client.set(
    xml('query', { xmlns: MUC_ADMIN }, xml('item', attributes, ...children)),
    room.jid,
  );
}

export function submitted(fields: Readonly<Record<string, string | readonly string[]>>): Stanza {
  const children = Object.entries(fields).map(([name, values]) =>
    xml('field', { var: name }, ...[values].flat().map((value) => xml('value', {}, value))),
  );
  return xml('x', { xmlns: FORMS, type: 'submit' }, ...children);
}

/** An owner submits the configuration form with these fields; none: an instant room. */
export function configure(
  client: ChatClient,
  room: Room,
  fields: Readonly<Record<string, string | readonly string[]>> = {},
): Promise<Stanza> {
  const all = Object.keys(fields).length > 0 ? { FORM_TYPE: `${MUC}#roomconfig`, ...fields } : {};
  return client.set(xml('query', { xmlns: MUC_OWNER }, submitted(all)), room.jid);
}

/** Creates a room by entering it as Ann, and configures it. */
export async function madeBy(
  client: ChatClient,
  world: World,
  fields?: Parameters<typeof configure>[2],
): Promise<Room> {
  const room = new Room(world, newName('client'));
  expect(standing(await client.join(room.jid, 'Ann')).codes).toContain(201);
  await configure(client, room, fields);
  return room;
}

/** Changes a row without notifying the chat server, like a lost notice. */
export function changeSilently(world: World, room: Room, sql: string) {
  return world.sql(`update room set ${sql} where service = 'conference' and name = $1`, [
    room.name,
  ]);
}

/** The values of a form by field name. */
export function formValues(parent: Stanza): Record<string, string[]> {
  const fields = parent.getChild('x', FORMS)?.getChildren('field') ?? [];
  return Object.fromEntries(
    fields.map((field) => [
      String(field.attrs['var']),
      field.getChildren('value').map((value) => value.text()),
    ]),
  );
}

/** The values that a field of a form offers. */
export function formOptions(parent: Stanza, name: string): (string | null)[] {
  const fields = parent.getChild('x', FORMS)?.getChildren('field') ?? [];
  return fields
    .filter((field) => field.attrs['var'] === name)
    .flatMap((field) => field.getChildren('option').map((option) => option.getChildText('value')));
}

/** Service discovery of an address. */
export async function discover(client: ChatClient, address: string) {
  const reply = await client.get(
    xml('query', { xmlns: 'http://jabber.org/protocol/disco#info' }),
    address,
  );
  const query = reply.getChild('query')!;
  return {
    name: query.getChild('identity')?.attrs['name'] as string | undefined,
    features: query.getChildren('feature').map(({ attrs }) => String(attrs['var'])),
    form: formValues(query),
  };
}

export async function discoverItems(
  client: ChatClient,
  address: string,
  page?: { max?: number; after?: string },
) {
  const children = Object.entries(page ?? {}).map(([name, value]) => xml(name, {}, String(value)));
  const set = page ? [xml('set', { xmlns: 'http://jabber.org/protocol/rsm' }, ...children)] : [];
  const reply = await client.get(
    xml('query', { xmlns: 'http://jabber.org/protocol/disco#items' }, ...set),
    address,
  );
  const query = reply.getChild('query')!;
  return {
    items: query.getChildren('item').map(({ attrs }) => String(attrs['jid'])),
    last: query.getChild('set')?.getChildText('last') ?? null,
  };
}

export function invite(client: ChatClient, room: Room, ...people: string[]): Promise<void> {
  const invitations = people.map((to) => xml('invite', { to }, xml('reason', {}, 'Come in')));
  return client.send(
    xml('message', { to: room.jid }, xml('x', { xmlns: MUC_USER }, ...invitations)),
  );
}

export function nextInvitation(client: ChatClient, room: Room): Promise<Stanza> {
  return client.nextMessage(
    (stanza) =>
      stanza.attrs['from'] === room.jid &&
      stanza.getChild('x', MUC_USER)?.getChild('invite') !== undefined,
  );
}
