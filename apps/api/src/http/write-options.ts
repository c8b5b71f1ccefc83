import { EVERYTHING } from '@chat-admin/domain/shared/scopes';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import type { SystemProperties } from '@chat-admin/domain/system/system-properties';
import type { FastifyRequest } from 'fastify';
import type { WriteOptions } from './replies.js';

/** How the document that answers a request is written. */
export function writeOptionsFor(
  { wire }: FastifyRequest,
  properties: SystemProperties,
): WriteOptions {
  // a page knows no older names
  if (wire.signedIn !== null) {
    return { dates: 'iso', names: 'new', scopes: wire.signedIn.principal.scopes };
  }
  return {
    dates: properties.read(systemProperty.apiJsonDates),
    names: properties.read(systemProperty.apiJsonNames),
    scopes: wire.principal?.scopes ?? EVERYTHING,
  };
}
