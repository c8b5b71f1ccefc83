import type { RoomSettings } from '@chat-admin/domain/muc/rooms/room';

interface RoomColumn {
  readonly column: string;
  /** of the parameter; lists travel as text, since arrays of arrays must be even */
  readonly type: 'text' | 'integer' | 'boolean' | 'timestamptz';
}

/** What of a room can be set, besides its dates. */
export const ROOM_COLUMNS: Readonly<
  Record<Exclude<keyof RoomSettings, 'creationDate' | 'modificationDate'>, RoomColumn>
> = {
  naturalName: { column: 'natural_name', type: 'text' },
  description: { column: 'description', type: 'text' },
  password: { column: 'password', type: 'text' },
  subject: { column: 'subject', type: 'text' },
  maxUsers: { column: 'max_users', type: 'integer' },
  persistent: { column: 'persistent', type: 'boolean' },
  publicRoom: { column: 'public_room', type: 'boolean' },
  registrationEnabled: { column: 'registration_enabled', type: 'boolean' },
  canAnyoneDiscoverJid: { column: 'can_anyone_discover_jid', type: 'boolean' },
  canOccupantsChangeSubject: { column: 'can_occupants_change_subject', type: 'boolean' },
  canOccupantsInvite: { column: 'can_occupants_invite', type: 'boolean' },
  canChangeNickname: { column: 'can_change_nickname', type: 'boolean' },
  logEnabled: { column: 'log_enabled', type: 'boolean' },
  loginRestrictedToNickname: { column: 'login_restricted_to_nickname', type: 'boolean' },
  membersOnly: { column: 'members_only', type: 'boolean' },
  moderated: { column: 'moderated', type: 'boolean' },
  allowPm: { column: 'allow_pm', type: 'text' },
  broadcastPresenceRoles: { column: 'broadcast_presence_roles', type: 'text' },
};

/** In the order of {@link settingsParameters}. */
export const SETTING_COLUMNS: readonly string[] = [
  'creation_date',
  'modification_date',
  ...Object.values(ROOM_COLUMNS).map(({ column }) => column),
];

/** Types of {@link settingsParameters}. */
export const SETTING_TYPES: readonly string[] = [
  'timestamptz',
  'timestamptz',
  ...Object.values(ROOM_COLUMNS).map(({ type }) => type),
];

export function settingsParameters(settings: RoomSettings): readonly unknown[] {
  return [
    settings.creationDate,
    settings.modificationDate,
    ...Object.keys(ROOM_COLUMNS).map((property) => {
      const value = settings[property as keyof RoomSettings];
      return Array.isArray(value) ? value.join() : value;
    }),
  ];
}

/** How a parameter becomes the value of its column. */
export function storedAs(column: string, parameter: string): string {
  return column === 'broadcast_presence_roles' ? `string_to_array(${parameter}, ',')` : parameter;
}
