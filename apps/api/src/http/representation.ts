import type { IncomingHttpHeaders } from 'node:http';
import type { WireFormat } from '@chat-admin/codecs/wire/read-body';
import { parseTags } from '@chat-admin/server/edge/entity-tags';
import { remember } from '@chat-admin/server/edge/remember';
import type { FastifyRequest } from 'fastify';
import { isBearer } from '../access/authorization-header.js';
import { sessionTokenIn } from '../access/session-cookie.js';
import { chooseForEvents, chooseRepresentation, chooseTable } from './negotiation.js';
import type { Representation } from './negotiation.js';
import type { Endpoint } from './endpoint.js';
import type { Query } from './query-string.js';
import type { ReplyWriter } from './replies.js';

type Headers = Pick<IncomingHttpHeaders, 'accept' | 'authorization' | 'cookie'>;
type Choose = (accept: string | undefined, open: WireFormat) => Representation | null;

/** Each choice, for either open format. */
function remembered(choose: Choose): Choose {
  const [xml, json] = (['xml', 'json'] as const).map((open) =>
    remember((accept) => ({ chosen: choose(accept, open) })),
  );
  return (accept, open) => (open === 'xml' ? xml! : json!)(accept).chosen;
}

const forDocuments = remembered((accept, open) =>
  chooseRepresentation(accept, 'xml-and-json', open),
);
const forEvents = remembered(chooseForEvents);
const forXml = remembered((accept, open) => chooseRepresentation(accept, 'xml', open));

/**
 * The format where a request leaves it open: JSON for the ways in that no client of the plugin has.
 * Contract: core 1.5
 */
export function openFormat({ authorization, cookie }: Headers): WireFormat {
  const isOurs =
    authorization === undefined ? sessionTokenIn(cookie) !== null : isBearer(authorization);
  return isOurs ? 'json' : 'xml';
}

/** `null` if the caller accepts none */
export function chooseFor({ offers }: ReplyWriter<never>, headers: Headers): Representation | null {
  const { accept } = headers;
  if (typeof offers === 'object') return { format: 'json', label: offers.label };
  const open = openFormat(headers);
  if (offers === 'tables' || offers === 'documents-and-tables') {
    return chooseTable(accept, offers, open);
  }
  if (offers === 'events') return forEvents(accept, open);
  return (offers === 'xml' ? forXml : forDocuments)(accept, open);
}

/** @returns whether the caller accepts any representation */
export function negotiate(
  request: FastifyRequest,
  writer: ReplyWriter<never> | undefined,
): boolean {
  if (writer === undefined) return true;
  request.wire.representation = chooseFor(writer, request.headers);
  return request.wire.representation !== null;
}

/** @returns whether they can be read */
export function readKnownTags(request: FastifyRequest, endpoint: Endpoint | null): boolean {
  const sent = request.headers['if-none-match'];
  if (request.method !== 'GET' && request.method !== 'HEAD') return true;
  if (sent === undefined || !endpoint?.tagged?.(request.query as Query)) return true;
  request.wire.knownTags = parseTags(sent);
  return request.wire.knownTags !== null;
}
