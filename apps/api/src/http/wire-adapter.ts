import { pipeline, Readable } from 'node:stream';
import type { KeptAnswer } from '@chat-admin/domain/access/idempotency-keys';
import type { Rereadable } from '@chat-admin/domain/shared/long-list';
import type { SystemProperties } from '@chat-admin/domain/system/system-properties';
import { digestOf, matchesWeakly, tagOfCoding } from '@chat-admin/server/edge/entity-tags';
import type { Digests, EntityTags } from '@chat-admin/server/edge/entity-tags';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { acceptsGzip, compressed, compressor } from './compression.js';
import { Created } from './created.js';
import { endpointOf } from './endpoint.js';
import { FinishedAnswer } from './finished-answer.js';
import { describeFault, applyFault } from './faults.js';
import type { ProblemTypes } from './faults.js';
import { tellNothing } from './ignored.js';
import type { Query } from './query-string.js';
import type { Bytes, File, Written } from './replies.js';
import { WrittenDocument } from './written-document.js';
import { writeOptionsFor } from './write-options.js';
import type { WireFault } from '@chat-admin/codecs/errors/wire-errors';

/** How long a client may stop reading a list. */
const TIMEOUT_MS = 30_000;

/**
 * Sends the results of handlers: the document declared by the route in the negotiated
 * representation, or an empty body. Nest's error and not-found handlers are disabled, because the
 * wire edge handles every failure.
 */
export class WireAdapter extends FastifyAdapter {
  constructor(
    instance: FastifyInstance,
    private readonly properties: SystemProperties,
    private readonly tags: EntityTags,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {
    super(instance);
  }

  override reply(response: unknown, result: unknown, statusCode?: number): FastifyReply {
    const reply = response as FastifyReply;
    if (result instanceof FinishedAnswer) return sendFinished(reply, result.kept) as FastifyReply;
    if (result instanceof Created) {
      if (result.location !== null) reply.header('Location', result.location);
      return reply.code(201).send();
    }
    if (statusCode !== undefined) reply.code(statusCode);
    const endpoint = endpointOf(reply.request);
    const writer = endpoint?.replies;
    const { representation } = reply.request.wire;
    const isEmpty = writer === undefined || representation === null || result === undefined;
    if (isEmpty) return reply.send();
    if (result === null) return reply.code(204).send();
    if (writer.headers) reply.headers(writer.headers(result as never));
    const options = writeOptionsFor(reply.request, this.properties);
    const document = new WrittenDocument(writer, result as never, representation, options);
    const { query, wire } = reply.request;
    const sent =
      !wire.isDryRun && endpoint?.tagged?.(query as Query)
        ? sendTagged(reply, document, this.tags, this.timeoutMs)
        : sendDocument(reply, document.body(), representation.label, this.timeoutMs);
    // Nest awaits the result
    return sent as FastifyReply;
  }

  override setErrorHandler(): FastifyInstance {
    return this.instance;
  }

  override setNotFoundHandler(): FastifyInstance {
    return this.instance;
  }
}

export function sendFault(reply: FastifyReply, fault: WireFault, typeOf: ProblemTypes): unknown {
  applyFault(fault, reply);
  const { text, label } = describeFault(fault, reply.request, typeOf);
  return sendText(reply, text, label);
}

/** In the coding of this request, which its tag tells. */
function sendFinished(reply: FastifyReply, { status, headers, body }: KeptAnswer): unknown {
  const { 'Content-Type': label = '', ETag: tag, ...others } = headers;
  reply.code(status).headers(others);
  if ('Idempotency-Replayed' in others) tellNothing(reply);
  if (body === null) return reply.send();
  const text = body.toString();
  const isZipped = acceptsGzip(reply.request.headers['accept-encoding']);
  if (tag !== undefined) reply.header('ETag', tagOfCoding(tag, digestOf(body), isZipped));
  return sendText(reply, text, label);
}

function sendDocument(
  reply: FastifyReply,
  written: Written,
  label: string,
  timeoutMs: number,
): unknown {
  if (typeof written === 'string') return sendText(reply, written, label);
  if ('bytes' in written) return sendBytes(reply, written);
  if ('pieces' in written) return sendFile(reply, written, label, timeoutMs);
  if ('events' in written) return sendEvents(reply, written.events, label, timeoutMs);
  return sendStream(reply, written, label, timeoutMs);
}

function sendEvents(
  reply: FastifyReply,
  events: AsyncGenerator<string>,
  label: string,
  timeoutMs: number,
): unknown {
  cutOffAfter(timeoutMs, reply);
  const text = Readable.from(events, { objectMode: false, highWaterMark: 0 });
  // also while it waits for an event
  reply.raw.once('close', () => void events.return(undefined));
  reply.request.wire.label = label;
  return reply.header('X-Accel-Buffering', 'no').header('Cache-Control', 'no-store').send(text);
}

/** With its tag, or the tag alone if the client has the document. Contract: extensions E2 */
function sendTagged(
  reply: FastifyReply,
  document: WrittenDocument,
  tags: EntityTags,
  timeoutMs: number,
): unknown {
  const { longList, label } = document;
  if (longList !== null) return sendTaggedStream(reply, document, longList, tags, timeoutMs);
  const body = document.body();
  return isKnown(reply, document.digests(), tags, typeof body === 'string')
    ? reply.send()
    : sendDocument(reply, body, label, timeoutMs);
}

/** Reads the list once for the tag, and again for the body. */
async function sendTaggedStream(
  reply: FastifyReply,
  document: WrittenDocument,
  list: Rereadable<unknown>,
  tags: EntityTags,
  timeoutMs: number,
): Promise<unknown> {
  list.keep();
  try {
    const digests = await document.digestsOfPieces();
    if (!isKnown(reply, digests, tags)) {
      const pieces = document.body() as AsyncGenerator<string>;
      return await sendStream(reply, thenReleased(pieces, list), document.label, timeoutMs);
    }
  } catch (error) {
    reply.removeHeader('ETag');
    await list.release();
    throw error;
  }
  await list.release();
  return reply.send();
}

async function* thenReleased(
  pieces: AsyncGenerator<string>,
  list: Rereadable<unknown>,
): AsyncGenerator<string> {
  try {
    yield* pieces;
  } finally {
    await list.release();
  }
}

/** Adds the tag to the reply, which is 304 if the client has named it. */
function isKnown(
  reply: FastifyReply,
  digests: Digests,
  tags: EntityTags,
  isCodable = true,
): boolean {
  const { headers, wire } = reply.request;
  const all = tags.of(digests, isCodable && acceptsGzip(headers['accept-encoding']));
  reply.header('ETag', all[0]);
  if (wire.knownTags === null || !matchesWeakly(wire.knownTags, ...all)) return false;
  if (isCodable) varyByCoding(reply);
  reply.code(304);
  tellNothing(reply);
  return true;
}

function sendText(reply: FastifyReply, text: string, label: string): unknown {
  labelBody(reply, label);
  if (!acceptsGzip(reply.request.headers['accept-encoding'])) return reply.send(text);
  reply.header('Content-Encoding', 'gzip');
  const zipped = compressed(text);
  return Buffer.isBuffer(zipped) ? reply.send(zipped) : zipped.then((bytes) => reply.send(bytes));
}

function sendBytes(reply: FastifyReply, { bytes, type }: Bytes): unknown {
  reply.request.wire.label = type;
  return reply.send(bytes);
}

/** Waits for the first piece, as {@link sendStream} does. */
async function sendFile(
  reply: FastifyReply,
  { pieces }: File,
  label: string,
  timeoutMs: number,
): Promise<unknown> {
  const rest = pieces[Symbol.asyncIterator]();
  const first = await rest.next();
  cutOffAfter(timeoutMs, reply);
  const whole = resumed(first, { [Symbol.asyncIterator]: () => rest });
  const content = Readable.from(whole, { objectMode: false, highWaterMark: 0 });
  content.once('close', () => void rest.return?.());
  reply.request.wire.label = label;
  return reply.send(content);
}

/** Waits for the first chunk, so that a failure before it is still answered as an error. */
async function sendStream(
  reply: FastifyReply,
  chunks: AsyncGenerator<string>,
  label: string,
  timeoutMs: number,
): Promise<unknown> {
  const first = await chunks.next();
  cutOffAfter(timeoutMs, reply);
  const text = Readable.from(resumed(first, chunks), { objectMode: false });
  text.once('close', () => void chunks.return(undefined));
  labelBody(reply, label);
  if (!acceptsGzip(reply.request.headers['accept-encoding'])) return reply.send(text);
  reply.header('Content-Encoding', 'gzip');
  return reply.send(pipeline(text, compressor(), () => undefined));
}

/** Closes the connection of a client that stops reading its list. */
function cutOffAfter(timeoutMs: number, { raw }: FastifyReply): void {
  raw.setTimeout(timeoutMs, () => {
    const { socket } = raw;
    // otherwise the list itself is slow
    if (socket?.writableLength) socket.destroy();
    else socket?.setTimeout(timeoutMs);
  });
}

async function* resumed<T>(first: IteratorResult<T>, rest: AsyncIterable<T>): AsyncGenerator<T> {
  if (!first.done) yield first.value;
  yield* rest;
}

function labelBody(reply: FastifyReply, label: string): void {
  reply.request.wire.label = label;
  varyByCoding(reply);
}

function varyByCoding(reply: FastifyReply): void {
  const vary = reply.getHeader('Vary');
  reply.header('Vary', vary === undefined ? 'Accept-Encoding' : `${String(vary)}, Accept-Encoding`);
}
