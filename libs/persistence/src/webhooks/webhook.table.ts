import type { Scope } from '@chat-admin/domain/shared/scopes';
import type { WebhookMaker } from '@chat-admin/domain/webhooks/webhook';
import { EntitySchema } from 'typeorm';
import type { EntitySchemaColumnOptions } from 'typeorm';
import { code, moment, optionalText, text } from '../database/columns.js';

const time = (name: string): EntitySchemaColumnOptions => ({
  type: 'timestamp with time zone',
  name,
  nullable: true,
});

export interface WebhookRow {
  readonly id: number;
  readonly url: string;
  readonly types: string[];
  readonly description: string | null;
  readonly status: string;
  readonly reason: string | null;
  readonly created: Date;
  readonly createdBy: string;
  /** whose rights decide what is sent */
  readonly makerId: string;
  readonly makerName: string;
  readonly makerKind: WebhookMaker['kind'];
  readonly makerScopes: Scope[];
  readonly secret: string;
  readonly previousSecret: string | null;
  readonly previousUntil: Date | null;
  /** the event up to which there are deliveries */
  readonly reached: number;
  /** what was attempted before is delivered once more */
  readonly replayedAt: Date | null;
  readonly lastSuccess: Date | null;
  readonly lastFailure: Date | null;
  /** the first failure after the last success */
  readonly failingSince: Date | null;
  /** the instance that makes first attempts */
  readonly turnOf: string | null;
  readonly turnUntil: Date | null;
}

export const WebhookTable = new EntitySchema<WebhookRow>({
  name: 'Webhook',
  tableName: 'webhook',
  columns: {
    id: {
      type: 'bigint',
      primary: true,
      primaryKeyConstraintName: 'webhook_pk',
      generated: 'increment',
    },
    url: text,
    types: { ...code, array: true },
    description: optionalText,
    status: { ...code, default: 'active' },
    reason: optionalText,
    created: { ...moment, name: 'created_at' },
    createdBy: { ...text, name: 'created_by' },
    makerId: { ...code, name: 'maker_id' },
    makerName: { ...text, name: 'maker_name' },
    makerKind: { ...code, name: 'maker_kind' },
    makerScopes: { ...code, name: 'maker_scopes', array: true },
    secret: text,
    previousSecret: { ...optionalText, name: 'previous_secret' },
    previousUntil: time('previous_until'),
    reached: { type: 'bigint' },
    replayedAt: time('replayed_at'),
    lastSuccess: time('last_success'),
    lastFailure: time('last_failure'),
    failingSince: time('failing_since'),
    turnOf: { type: 'uuid', name: 'turn_of', nullable: true },
    turnUntil: time('turn_until'),
  },
});

export interface WebhookDeliveryRow {
  readonly webhookId: number;
  readonly eventId: number;
  readonly type: string;
  readonly status: string;
  readonly attempts: number;
  readonly responseStatus: number | null;
  readonly error: string | null;
  readonly attemptedAt: Date | null;
  readonly nextAt: Date | null;
  /** an instance repeats it until then */
  readonly leaseUntil: Date | null;
}

const key = (name: string): EntitySchemaColumnOptions => ({
  type: 'bigint',
  name,
  primary: true,
  primaryKeyConstraintName: 'webhook_delivery_pk',
});

export const WebhookDeliveryTable = new EntitySchema<WebhookDeliveryRow>({
  name: 'WebhookDelivery',
  tableName: 'webhook_delivery',
  columns: {
    webhookId: key('webhook_id'),
    eventId: key('event_id'),
    type: code,
    status: { ...code, default: 'pending' },
    attempts: { type: 'integer', default: 0 },
    responseStatus: { type: 'integer', name: 'response_status', nullable: true },
    error: optionalText,
    attemptedAt: time('attempted_at'),
    nextAt: time('next_at'),
    leaseUntil: time('lease_until'),
  },
  indices: [
    { name: 'webhook_delivery_event_idx', columns: ['eventId'] },
    { name: 'webhook_delivery_status_idx', columns: ['webhookId', 'status', 'eventId'] },
    {
      name: 'webhook_delivery_first_idx',
      columns: ['webhookId', 'eventId'],
      where: "status = 'pending' and attempts = 0",
    },
    {
      name: 'webhook_delivery_again_idx',
      columns: ['webhookId', 'nextAt'],
      where: "status = 'pending' and attempts > 0",
    },
  ],
});
