import { ROOM_FIELDS } from '@chat-admin/domain/muc/rooms/room';
import type { RoomSettings } from '@chat-admin/domain/muc/rooms/room';
import { fieldColumns } from '../../database/field-columns.js';

interface SettingColumn {
  readonly property: string;
  readonly column: string;
  /** of the parameter */
  readonly type: string;
  parameter(value: unknown): unknown;
  /** SQL for the value in a new room; parameters are named after the columns */
  inserted(parameter: string): string;
  /** SQL for the value in an existing room */
  updated(parameter: string): string;
}

const date = { type: 'timestamptz', parameter: (value: unknown) => value };

/** The columns that can be set. */
export const SETTING_COLUMNS: readonly SettingColumn[] = [
  {
    ...date,
    property: 'creationDate',
    column: 'creation_date',
    inserted: (given) => `coalesce(${given}, now())`,
    updated: (given) => `coalesce(${given}, creation_date)`,
  },
  {
    ...date,
    property: 'modificationDate',
    column: 'modification_date',
    inserted: (given) => `coalesce(${given}, creation_date, now())`,
    updated: (given) => `coalesce(${given}, now())`,
  },
  ...fieldColumns(ROOM_FIELDS).map((column) => ({
    ...column,
    inserted: column.stored,
    updated: column.stored,
  })),
];

/** In the order of {@link SETTING_COLUMNS}. */
export function settingsParameters(settings: RoomSettings): readonly unknown[] {
  return SETTING_COLUMNS.map(({ property, parameter }) =>
    parameter(settings[property as keyof RoomSettings]),
  );
}
