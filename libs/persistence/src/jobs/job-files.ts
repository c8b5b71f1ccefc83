import { FileGone } from '@chat-admin/domain/jobs/errors';
import type { JobFile } from '@chat-admin/domain/jobs/job-repository';
import type { CurrentTransaction } from '../database/current-transaction.js';
import type { RowStreams } from '../database/row-streams.js';
import * as sql from './job-file-statements.js';

/** What one row holds. */
export const PIECE_BYTES = 256 * 1024;

/** Files that jobs have made, in pieces, so that none is in memory as a whole. */
export class JobFiles {
  constructor(
    private readonly db: CurrentTransaction,
    private readonly streams: RowStreams,
  ) {}

  /** In the transaction of the batch. @param content in pieces of any length */
  async keep(id: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    await this.db.run(sql.awaitContent);
    let number = 0;
    let bytes = 0;
    for await (const piece of inPieces(content)) {
      await this.db.run(sql.addPiece, [id, number, piece]);
      number += 1;
      bytes += piece.length;
    }
    await this.db.run(sql.add, [id, bytes]);
  }

  async fetch(id: string): Promise<JobFile | null> {
    const [row] = (await this.db.run<{ bytes: number }>(sql.fetch, [id])).rows;
    return row === undefined ? null : { bytes: row.bytes, pieces: this.pieces(id) };
  }

  async forget(): Promise<void> {
    await this.db.runAlone(sql.forget);
  }

  /** @throws FileGone where the job was deleted after its file was found */
  private async *pieces(id: string): AsyncGenerator<Uint8Array> {
    const text = 'select piece from job_file_piece where job_id = $1 order by job_id, number';
    let isThere = false;
    for await (const rows of this.streams.read<{ piece: Buffer }>(text, [id], 1)) {
      isThere = true;
      for (const { piece } of rows) yield piece;
    }
    // one snapshot has all of them or none
    if (!isThere) throw new FileGone();
  }
}

/** All of {@link PIECE_BYTES}, but the last one. */
async function* inPieces(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const bytes of content) {
    waiting.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    length += bytes.length;
    if (length < PIECE_BYTES) continue;
    const whole = Buffer.concat(waiting);
    const end = length - (length % PIECE_BYTES);
    for (let at = 0; at < end; at += PIECE_BYTES) yield whole.subarray(at, at + PIECE_BYTES);
    waiting = [whole.subarray(end)];
    length -= end;
  }
  if (length > 0) yield Buffer.concat(waiting);
}
