import { EntitySchema } from 'typeorm';
import { primary } from '../database/columns.js';

export interface SessionSampleRow {
  readonly timestamp: Date;
  /** `null`: not counted */
  readonly sessions: number | null;
  readonly users: number | null;
}

const optionalCount = { type: 'integer', nullable: true } as const;

export const SessionSampleTable = new EntitySchema<SessionSampleRow>({
  name: 'SessionSample',
  tableName: 'session_sample',
  columns: {
    timestamp: {
      ...primary('session_sample_pk', { type: 'timestamp with time zone' }),
      name: 'taken_at',
    },
    sessions: optionalCount,
    users: optionalCount,
  },
});
