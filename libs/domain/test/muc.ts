import { createHash } from 'node:crypto';
import type { Affiliation, Affiliations } from '../src/muc/affiliations/affiliations.js';
import { GroupJids } from '../src/muc/affiliations/group-jids.js';
import type { RoomOptions } from '../src/muc/rooms/room.js';
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

export const someOptions = (more: Partial<RoomOptions> = {}): RoomOptions => ({
  naturalName: null,
  description: null,
  password: null,
  subject: null,
  maxUsers: 0,
  persistent: false,
  publicRoom: false,
  registrationEnabled: true,
  canAnyoneDiscoverJid: false,
  canOccupantsChangeSubject: false,
  canOccupantsInvite: false,
  canChangeNickname: true,
  logEnabled: false,
  loginRestrictedToNickname: false,
  membersOnly: false,
  moderated: false,
  broadcastPresenceRoles: [],
  allowPm: 'anyone',
  ...more,
});
