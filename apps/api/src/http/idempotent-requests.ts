import { createHmac } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import {
  idempotencyKeyReused,
  idempotencyUnsupported,
  invalidHeader,
  requestInProgress,
} from '@chat-admin/codecs/errors/wire-errors';
import { KEY_PATTERN } from '@chat-admin/domain/access/idempotency-keys';
import type {
  CallersKey,
  Keep,
  KeptAnswer,
  KeptProgress,
} from '@chat-admin/domain/access/idempotency-keys';
import { formerIdOf } from '@chat-admin/domain/access/principal';
import type { Persistence } from '@chat-admin/server/composition/open-persistence';
import { digestOf } from '@chat-admin/server/edge/entity-tags';
import type { EntityTags } from '@chat-admin/server/edge/entity-tags';
import { originForm } from '@chat-admin/server/edge/request-target';
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from './endpoint.js';
import { answerToKeep, FinishedAnswer } from './finished-answer.js';
import { takesIdempotencyKeys } from './implied-refusals.js';
import { mediaType } from './negotiation.js';
import type { RequestUnit } from './request-units.js';
import { writeOptionsFor } from './write-options.js';

const KEY = new RegExp(KEY_PATTERN);
const KEYS =
  '1 to 255 visible characters of ASCII without quotes and backslashes, in quotes or not';
const MOST_BYTES = 1024 * 1024;
const MOST_BYTES_IN_STEPS = 8 * 1024 * 1024;
/** bytes of a body that are digested in one turn of the event loop */
const PIECE_BYTES = 256 * 1024;

/** @returns `null` without one, or where none counts. @throws WireFault. Contract: extensions E4.1 */
export function idempotencyKeyIn(
  { method, headers }: FastifyRequest,
  { handsOutSecret }: Endpoint,
): string | null {
  const sent = headers['idempotency-key'];
  if (sent === undefined || !takesIdempotencyKeys(method)) return null;
  if (handsOutSecret) throw idempotencyUnsupported();
  const found = KEY.exec(String(sent));
  if (found === null) throw invalidHeader('Idempotency-Key', KEYS);
  return found[1] ?? found[2]!;
}

/**
 * Carries out a request once, however often it is sent with its key: its answer is kept in the
 * transaction of the change, and sent again. Contract: extensions E4.1
 */
export class IdempotentRequest implements RequestUnit {
  constructor(
    private readonly request: FastifyRequest,
    private readonly endpoint: Endpoint,
    private readonly key: string,
    private readonly persistence: Pick<
      Persistence,
      'idempotencyKeys' | 'transactions' | 'properties'
    >,
    private readonly tags: EntityTags,
  ) {}

  async run(handler: () => unknown): Promise<unknown> {
    const { idempotencyKeys, transactions } = this.persistence;
    const { inSteps } = this.endpoint;
    const found = await idempotencyKeys.once(
      this.keyOfCaller(),
      await fingerprintOf(this.request, this.key),
      (keep, progress) =>
        inSteps
          ? this.afterwards(handler, keep, progress)
          : transactions.run(() => this.together(handler, keep)),
    );
    if (found.outcome === 'done') return found.result;
    if (found.outcome === 'in-progress') throw requestInProgress(this.key);
    if (found.outcome === 'other-request') throw idempotencyKeyReused(this.key);
    this.request.wire.ignored = null;
    this.request.wire.audit?.note({ replayed: true });
    return new FinishedAnswer(replayOf(found.answer));
  }

  private keyOfCaller(): CallersKey {
    const { principal } = this.request.wire;
    const digestFor = (id: string) => digestOf(`${id}\n${this.key}`);
    const caller = principal?.id ?? '';
    const former = principal && formerIdOf(principal);
    return {
      caller: digestOf(caller),
      digest: digestFor(caller),
      formerDigest: former === null || former === principal!.id ? null : digestFor(former),
    };
  }

  /** The transaction of the change keeps the answer. */
  private async together(handler: () => unknown, keep: Keep): Promise<unknown> {
    const result = await handler();
    const answer = await this.answerOf(result, MOST_BYTES);
    if (!(await keep(answer))) throw requestInProgress(this.key);
    return answer.isTruncated ? result : new FinishedAnswer(answer);
  }

  /** What was done stays done. */
  private async afterwards(
    handler: () => unknown,
    keep: Keep,
    { position, note }: KeptProgress,
  ): Promise<unknown> {
    this.request.wire.progress = {
      position,
      note: async (reached) => {
        if (!(await note(reached))) throw requestInProgress(this.key);
      },
    };
    const result = await handler();
    const answer = await this.answerOf(result, MOST_BYTES_IN_STEPS);
    await keep(answer);
    return answer.isTruncated ? result : new FinishedAnswer(answer);
  }

  private answerOf(result: unknown, limitBytes: number): Promise<KeptAnswer> {
    const options = writeOptionsFor(this.request, this.persistence.properties);
    return answerToKeep(this.request, this.endpoint, result, options, limitBytes, this.tags);
  }
}

function replayOf(answer: KeptAnswer): KeptAnswer {
  const { headers, isTruncated } = answer;
  const replayed = isTruncated ? 'truncated' : 'true';
  return { ...answer, headers: { ...headers, 'Idempotency-Replayed': replayed } };
}

/** Of what makes two requests the same; keyed, because bodies hold passwords. */
async function fingerprintOf(request: FastifyRequest, key: string): Promise<Buffer> {
  const { method, originalUrl, wire } = request;
  const digest = createHmac('sha256', key);
  digest.update(`${method}\n${originForm(originalUrl)}\n${mediaType(wire.contentType ?? '')}\n`);
  const body = wire.received?.digest ?? wire.received?.bytes ?? new Uint8Array(0);
  for (let start = 0; start < body.length; start += PIECE_BYTES) {
    if (start > 0) await turn();
    digest.update(body.subarray(start, start + PIECE_BYTES));
  }
  return digest.digest();
}
