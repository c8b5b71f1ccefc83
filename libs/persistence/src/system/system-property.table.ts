import { EntitySchema } from 'typeorm';
import { optionalText, primary, text } from '../database/columns.js';

export interface SystemPropertyRow {
  readonly key: string;
  readonly value: string;
  /** `null`: nobody knows */
  readonly changed: Date | null;
  readonly changedBy: string | null;
}

export const SystemPropertyTable = new EntitySchema<SystemPropertyRow>({
  name: 'SystemProperty',
  tableName: 'system_property',
  columns: {
    key: primary('system_property_pk'),
    value: text,
    changed: { type: 'timestamp with time zone', name: 'changed_at', nullable: true },
    changedBy: { ...optionalText, name: 'changed_by' },
  },
});
