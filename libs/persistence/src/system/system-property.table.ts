import { EntitySchema } from 'typeorm';
import { primary, text } from '../database/columns.js';

export interface SystemPropertyRow {
  readonly key: string;
  readonly value: string;
}

export const SystemPropertyTable = new EntitySchema<SystemPropertyRow>({
  name: 'SystemProperty',
  tableName: 'system_property',
  columns: { key: primary('system_property_pk'), value: text },
});
