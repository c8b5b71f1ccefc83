import { createHash } from 'node:crypto';
import { createGunzip } from 'node:zlib';
import type { IncomingMessage } from 'node:http';
import {
  tooLarge,
  tooSlow,
  unsupportedType,
  WireFault,
} from '@chat-admin/codecs/errors/wire-errors';
import { linesOfDocument, takesXml } from '@chat-admin/codecs/jobs/documents';
import type { LineReader } from '@chat-admin/codecs/jobs/line-reader';
import { damagedGzip, endedEarly } from '@chat-admin/codecs/wire/body-faults';
import type { IgnoredNames } from '@chat-admin/codecs/wire/ignored-names';
import type { JobOptions } from '@chat-admin/domain/jobs/job';
import { rulesOf, scopesOfColumns } from '@chat-admin/domain/jobs/job-types';
import type { JobRepository } from '@chat-admin/domain/jobs/job-repository';
import { JobUpload } from '@chat-admin/domain/jobs/job-upload';
import { requireScopes } from '@chat-admin/domain/shared/scopes';
import { StallTimer } from '@chat-admin/server/edge/stall-timer';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { body, formatOf, isZipped, receiveBody, TAKEN } from '../http/bodies.js';
import { asksForDryRun } from '../http/dry-runs.js';
import { endpointOf } from '../http/endpoint.js';
import { CSV, JSON_LINES, mediaType } from '../http/negotiation.js';
import type { Query } from '../http/query-string.js';
import type { ReceivedUpload } from '../http/wire-edge.js';
import { makerOf } from './job-maker.js';
import { readUploadQuery } from './job-upload.query.js';
import { tableReader } from './table-reader.js';
import type { UploadedJob } from './upload-body.js';

/** so that no upload keeps others waiting: what is read of it at once */
const PIECE_BYTES = 16 * 1024;

/** Receives uploads of jobs. Contract: extensions E7.1 */
export class JobUploads {
  constructor(
    private readonly jobs: JobRepository,
    private readonly limits: { readonly jobMaxBytes: number; readonly maxBodyBytes: number },
  ) {}

  /**
   * Stores the lines while they arrive. What is not submitted when the request is over is removed.
   * @throws WireFault and ScopeMissing before the body is read; DomainError, UnreadableBody
   */
  readonly receive = async (
    request: FastifyRequest,
    reply: FastifyReply,
    ignored: IgnoredNames,
  ): Promise<ReceivedUpload> => {
    const { raw, wire, headers } = request;
    try {
      const contentType = wire.contentType ?? '';
      const form = formOf(mediaType(contentType));
      const open = form === 'table' ? tableReader(contentType) : null;
      const zipped = isZipped(headers['content-encoding']);
      const { job: options, unknownColumns } = readUploadQuery(
        request.query as Query,
        asksForDryRun(request, endpointOf(request)!),
      );
      requireScopes(wire.principal!.scopes, [rulesOf(options.type).write]);
      if (form === 'xml' && !takesXml(options.type)) throw unsupportedType(WITHOUT_XML);
      if (Number(headers['content-length'] ?? 0) > this.limits.jobMaxBytes) throw tooLarge();
      const job = await JobUpload.begin(this.jobs, options, makerOf(request));
      const discard = () => void this.jobs.discard(job.id).catch(() => undefined);
      if (reply.raw.destroyed) discard();
      else reply.raw.once('close', discard);
      const digest = createHash('sha256');
      try {
        if (open === null) await this.document(request, options, job, digest, ignored);
        else {
          const { scopes } = wire.principal!;
          const reader = open(options.type, (line) => job.add(line), {
            unknownColumns,
            check: (members) => requireScopes(scopes, scopesOfColumns(options.type, members)),
          });
          await this.stream(request, zipped, reader, job, digest);
        }
        const uploaded: UploadedJob = {
          id: job.id,
          type: options.type,
          lines: await job.complete(),
        };
        return { body: uploaded, digest: digest.digest() };
      } catch (error) {
        await this.jobs.discard(job.id);
        throw error;
      }
    } catch (error) {
      // discards the rest, so that the connection can continue
      raw.resume();
      throw error;
    }
  };

  private async stream(
    { raw, wire }: FastifyRequest,
    zipped: boolean,
    reader: LineReader,
    job: JobUpload,
    digest: ReturnType<typeof createHash>,
  ): Promise<void> {
    let length = 0;
    for await (const chunk of piecesOf(raw, zipped, wire.allowance!.stallMs)) {
      length += chunk.length;
      if (length > this.limits.jobMaxBytes) throw tooLarge();
      digest.update(chunk);
      for (let start = 0; start < chunk.length; start += PIECE_BYTES) {
        reader.push(chunk.subarray(start, start + PIECE_BYTES));
        await job.store();
      }
    }
    reader.end();
  }

  private async document(
    { raw, wire }: FastifyRequest,
    { type }: JobOptions,
    job: JobUpload,
    digest: ReturnType<typeof createHash>,
    ignored: IgnoredNames,
  ): Promise<void> {
    const documents = body(linesOfDocument(type));
    const { maxBodyBytes } = this.limits;
    const received = await receiveBody(
      raw,
      documents,
      wire.contentType,
      maxBodyBytes,
      wire.allowance!,
    );
    digest.update(received.bytes);
    const format = formatOf(received, documents);
    for (const line of (await documents.read(format, received.bytes, ignored)) ?? []) {
      job.add(line);
      await job.store();
    }
  }
}

const TABLES = [CSV, JSON_LINES];
const WITHOUT_XML = TAKEN.upload.filter((type) => !type.endsWith('/xml'));

/** @throws WireFault */
function formOf(type: string): 'table' | 'json' | 'xml' {
  if (!TAKEN.upload.includes(type)) throw unsupportedType(TAKEN.upload);
  if (TABLES.includes(type)) return 'table';
  return WITHOUT_XML.includes(type) ? 'json' : 'xml';
}

/** @throws UnreadableBody if it is cut off, or damaged; WireFault if nothing comes for too long */
async function* piecesOf(
  raw: IncomingMessage,
  zipped: boolean,
  stallMs: number,
): AsyncGenerator<Buffer> {
  const inflating = zipped ? createGunzip() : null;
  let end: (fault: WireFault) => void;
  const hasStalled = new Promise<never>((_resolve, reject) => (end = reject));
  const stall = new StallTimer(stallMs, () => end(tooSlow()));
  if (inflating !== null) {
    raw.once('error', (error) => inflating.destroy(error));
    raw.once('close', () => {
      if (!raw.complete) inflating.destroy(new Error('cut off'));
    });
    // what comes may inflate to nothing
    raw.on('data', () => stall.moved()).pipe(inflating);
  }
  // the connection stays open for the answer
  const pieces = (inflating ?? raw).iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      stall.expect();
      const { done, value } = await Promise.race([pieces.next(), hasStalled]);
      stall.rest();
      if (done) break;
      yield value as Buffer;
    }
  } catch (error) {
    if (error instanceof WireFault) throw error;
    const isDamaged = inflating !== null && (raw.complete || !raw.destroyed);
    throw isDamaged ? damagedGzip() : endedEarly();
  } finally {
    stall.rest();
    // while it listens, the rest is not discarded
    void pieces.return?.();
    inflating?.destroy();
  }
  if (!raw.complete) throw endedEarly();
}
