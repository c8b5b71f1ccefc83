import type { KeptAnswer } from '@chat-admin/domain/access/idempotency-keys';
import type { EntityTags } from '@chat-admin/server/edge/entity-tags';
import type { FastifyRequest } from 'fastify';
import { acceptsGzip } from './compression.js';
import { Created } from './created.js';
import { successOf } from './endpoint.js';
import type { Endpoint } from './endpoint.js';
import type { Query } from './query-string.js';
import type { WriteOptions, Written } from './replies.js';
import { WrittenDocument } from './written-document.js';

/** An answer that is sent as it is kept. */
export class FinishedAnswer {
  constructor(readonly kept: KeptAnswer) {}
}

/**
 * What the result of a handler is answered with, in a form that can be kept.
 * @param limitBytes of the body; a longer one is left out
 */
export async function answerToKeep(
  request: FastifyRequest,
  endpoint: Endpoint,
  result: unknown,
  options: WriteOptions,
  limitBytes: number,
  tags: EntityTags,
): Promise<KeptAnswer> {
  if (result instanceof Created) {
    const { location } = result;
    return withoutBody(201, location === null ? {} : { Location: location });
  }
  const { replies: writer } = endpoint;
  const { representation } = request.wire;
  if (writer === undefined || representation === null) {
    return withoutBody(successOf(request.method, endpoint));
  }
  if (result === null) return withoutBody(204);
  const document = new WrittenDocument(writer, result as never, representation, options);
  const body = await wholeBody(document.body(), limitBytes);
  return {
    status: successOf(request.method, endpoint),
    headers: {
      ...writer.headers?.(result as never),
      ...(endpoint.tagged?.(request.query as Query)
        ? { ETag: tagOf(request, document, tags) }
        : {}),
      'Content-Type': document.label,
    },
    body,
    isTruncated: body === null,
  };
}

const withoutBody = (status: number, headers: KeptAnswer['headers'] = {}): KeptAnswer => ({
  status,
  headers,
  body: null,
  isTruncated: false,
});

function tagOf({ headers }: FastifyRequest, document: WrittenDocument, tags: EntityTags): string {
  return tags.of(document.digests(), acceptsGzip(headers['accept-encoding']))[0];
}

/** `null` if it is longer */
async function wholeBody(written: Written, limitBytes: number): Promise<Buffer | null> {
  if (typeof written === 'string') return shortEnough(Buffer.from(written), limitBytes);
  if ('bytes' in written) return shortEnough(written.bytes, limitBytes);
  if ('events' in written || 'pieces' in written) throw new Error('A stream cannot be kept');
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of written) {
    const bytes = Buffer.from(piece);
    length += bytes.length;
    if (length > limitBytes) return null;
    pieces.push(bytes);
  }
  return Buffer.concat(pieces);
}

const shortEnough = (body: Buffer, limitBytes: number) => (body.length > limitBytes ? null : body);
