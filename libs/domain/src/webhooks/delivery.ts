import type { EventType } from '../events/event-types.js';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Why there is no answer. */
export const DELIVERY_ERRORS = [
  'timeout',
  'name not found',
  'connection failed',
  'tls',
  'address not allowed',
  'not permitted',
  'disabled',
] as const;
export type DeliveryError = (typeof DELIVERY_ERRORS)[number];

/** An event on its way to one receiver. Contract: extensions E8.3 */
export interface Delivery {
  /** `webhook-id` of all its attempts */
  readonly id: string;
  /** id of the event */
  readonly event: string;
  readonly type: EventType;
  readonly status: DeliveryStatus;
  /** finished ones */
  readonly attempts: number;
  /** of the last one */
  readonly responseStatus: number | null;
  readonly error: DeliveryError | null;
  readonly attempted: Date | null;
  readonly nextAttempt: Date | null;
}

export const deliveryId = (webhook: string, event: string): string => `msg_${webhook}_${event}`;

/** How an attempt has ended. */
export type AttemptResult =
  | { readonly error: Exclude<DeliveryError, 'not permitted' | 'disabled'> }
  | {
      readonly responseStatus: number;
      /** seconds that the receiver wants to be left alone */
      readonly retryAfter: number | null;
    };

export const isSuccess = (result: AttemptResult): boolean =>
  'responseStatus' in result && result.responseStatus >= 200 && result.responseStatus < 300;

/** The receiver wants nothing any more. */
export const isGone = (result: AttemptResult): boolean =>
  'responseStatus' in result && result.responseStatus === 410;

const [MINUTE, HOUR] = [60, 3600];
/** seconds from one failure to the next attempt */
const PAUSES = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR),
] as const;
export const MOST_ATTEMPTS = PAUSES.length + 1;
const SPREAD = 0.2;
const LONGEST_RETRY_AFTER = 24 * HOUR;

/**
 * Seconds until the next attempt; `null`: that was the last one.
 * @param attempts finished ones, all failed
 * @param random 0 to 1
 */
export function pauseAfter(attempts: number, result: AttemptResult, random: number): number | null {
  const pause = PAUSES[attempts - 1];
  if (pause === undefined || isGone(result)) return null;
  const wanted = 'retryAfter' in result ? (result.retryAfter ?? 0) : 0;
  const spread = pause * (1 + SPREAD * (2 * random - 1));
  return Math.max(spread, Math.min(wanted, LONGEST_RETRY_AFTER));
}
