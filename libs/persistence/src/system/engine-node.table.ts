import { EntitySchema } from 'typeorm';
import { code, primary, text } from '../database/columns.js';

/** A chat server, as the functions of `sql/engine/nodes.sql` keep it. */
export interface EngineNodeRow {
  readonly node: string;
  readonly kind: string;
  readonly version: string;
  /** of its bridge: `http(s)://host:port` */
  readonly address: string;
  /** differs from that of another chat server with its name */
  readonly run: string | null;
  /** seconds for which it may be silent while it serves */
  readonly lease: number | null;
  readonly state: 'waiting' | 'active' | 'gone';
  /** number of its lease; another one than it holds ends it */
  readonly epoch: number;
  /** grows with each renewal */
  readonly beat: number;
  readonly joinedAt: Date;
  /** `null`: it has never served */
  readonly activeAt: Date | null;
  readonly renewedAt: Date;
  readonly sessions: number | null;
  readonly rooms: number | null;
}

const time = { type: 'timestamp with time zone', precision: 3 } as const;

export const EngineNodeTable = new EntitySchema<EngineNodeRow>({
  name: 'EngineNode',
  tableName: 'engine_node',
  columns: {
    node: primary('engine_node_pk'),
    kind: code,
    version: text,
    address: text,
    run: { ...code, nullable: true },
    lease: { type: 'real', nullable: true },
    state: code,
    epoch: { type: 'bigint', default: 0 },
    beat: { type: 'bigint', default: 0 },
    joinedAt: { ...time, name: 'joined_at' },
    activeAt: { ...time, name: 'active_at', nullable: true },
    renewedAt: { ...time, name: 'renewed_at' },
    sessions: { type: 'integer', nullable: true },
    rooms: { type: 'integer', nullable: true },
  },
  checks: [
    { name: 'engine_node_state_check', expression: `state in ('waiting', 'active', 'gone')` },
  ],
});
