import { databaseError } from './database-error.js';

const SYSTEM_CALLS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);

/**
 * 25006 read-only, 58030 input or output has failed, 55000 database closed to connections, 3D000
 * database gone, 57014 statement timeout, 55P03 lock timeout, 25P03 idle in transaction
 */
const STATES = new Set(['25006', '58030', '55000', '3D000', '57014', '55P03', '25P03']);

/** 08 connection, 53 disk, memory or connections used up, 57P0 shut down, starting, or cut off */
const CLASSES = /^(08|53|57P0)/;

/**
 * Driver errors without a code; the last one is TypeORM's for a connection lost in a transaction.
 */
const DRIVER_MESSAGES =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Connection ended unexpectedly|Client has encountered a connection error|Client was closed and is not queryable|Query read timeout|Query runner already released)/;

/**
 * Whether the database is unreachable or temporarily unable to serve, so that a retry makes sense.
 * Not for invalid requests or statements.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error === null || typeof error !== 'object') return false;
  const { code, message } = databaseError(error);
  if (code !== null) {
    return SYSTEM_CALLS.has(code) || STATES.has(code) || CLASSES.test(code);
  }
  return DRIVER_MESSAGES.test(message);
}
