import { createHash } from 'node:crypto';
import type { RequestedList } from '../src/muc/affiliations/affiliation-requests.js';
import type { Affiliation, Affiliations } from '../src/muc/affiliations/affiliations.js';
import { GroupJids } from '../src/muc/affiliations/group-jids.js';
import { ROOM_FIELDS } from '../src/muc/rooms/room.js';
import type { RoomOptions } from '../src/muc/rooms/room.js';
import { valuesOf } from '../src/shared/fields.js';
import { domainpart, parseBareJid } from '../src/shared/jid.js';
import type { BareJid } from '../src/shared/jid.js';
import { ServiceDomain } from '../src/shared/service-domain.js';

export const domain = new ServiceDomain(domainpart('example.org')!);

export const groupJids = new GroupJids(domain, {
  md5: (text) => createHash('md5').update(text).digest('hex'),
});

/** `ann` is a local user. */
export const jid = (text: string): BareJid =>
  parseBareJid(text.includes('@') ? text : `${text}@example.org`)!;

type Named = Readonly<Record<string, Affiliation>>;

export const affiliations = (people: Named, groups: Named = {}): Affiliations => ({
  people: new Map(Object.entries(people).map(([name, held]) => [jid(name), held])),
  groups: new Map(Object.entries(groups)),
});

export const defaultOptions: RoomOptions = valuesOf(ROOM_FIELDS, {});

/** One affiliation list of the room `den`. */
export const denList = (affiliation: Affiliation): RequestedList => ({
  room: 'den',
  affiliation,
  groupJid: (name) => groupJids.jidOf(name),
});
