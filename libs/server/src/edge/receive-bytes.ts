import type { IncomingMessage } from 'node:http';
import { createGunzip } from 'node:zlib';
import type { Gunzip } from 'node:zlib';
import { tooLarge, tooSlow } from '@chat-admin/codecs/errors/wire-errors';
import { damagedGzip, endedEarly } from '@chat-admin/codecs/wire/body-faults';
import type { BodyAllowance } from './body-budget.js';
import { GatheredBytes } from './gathered-bytes.js';
import { StallTimer } from './stall-timer.js';

/** Larger than zlib's default: a body that inflates to megabytes takes fewer event-loop turns. */
const INFLATE_CHUNK_BYTES = 128 * 1024;

export interface BodyLimits {
  /** more is refused, as sent and inflated */
  readonly bytes: number;
  /**
   * How much in total is read and discarded before a body that is too long is refused: closing while
   * the client is still sending may destroy the response as well. Default: nothing
   */
  readonly ignoredBytes?: number;
  /** whether it is compressed with gzip, and wanted without */
  readonly isZipped?: boolean;
}

/**
 * Receives a request body as far as its allowance permits; the rest waits unread.
 * @throws WireFault if it is too long or brings nothing for too long, UnreadableBody if it is
 * truncated or damaged, the refusal of the budget if there is no room for it
 */
export async function receiveBytes(
  stream: IncomingMessage,
  limits: BodyLimits,
  allowance: BodyAllowance,
): Promise<Buffer> {
  try {
    return await new Reception(stream, limits, allowance).received;
  } catch (error) {
    // discards the rest, so that the connection can continue
    stream.resume();
    throw error;
  }
}

class Reception {
  readonly received: Promise<Buffer>;
  private readonly inflater: Gunzip | null;
  private readonly stall: StallTimer;
  private readonly gathered = new GatheredBytes();
  private length = 0;
  /** as it is on the way */
  private sent = 0;
  private resolve!: (bytes: Buffer) => void;
  private reject!: (error: unknown) => void;

  constructor(
    private readonly stream: IncomingMessage,
    private readonly limits: BodyLimits,
    private readonly allowance: BodyAllowance,
  ) {
    const chunkSize = Math.min(limits.bytes, INFLATE_CHUNK_BYTES);
    this.inflater = limits.isZipped ? createGunzip({ chunkSize: Math.max(64, chunkSize) }) : null;
    this.stall = new StallTimer(allowance.stallMs, () => this.fail(tooSlow()));
    this.received = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    if (stream.destroyed) this.onBroken();
    else this.begin();
  }

  private begin(): void {
    const { stream, inflater } = this;
    this.stall.expect();
    stream.on('end', this.onEnd).on('error', this.onBroken).on('close', this.onBroken);
    if (inflater === null) stream.on('data', this.onData);
    else {
      inflater.on('data', this.onData).on('end', this.onInflated).on('error', this.onDamaged);
      stream.on('data', this.onSent).pipe(inflater);
    }
  }

  private stop(): void {
    const { stream, inflater } = this;
    this.stall.rest();
    stream.off('data', this.onData).off('data', this.onSent);
    stream.off('end', this.onEnd).off('error', this.onBroken).off('close', this.onBroken);
    if (inflater === null) return;
    stream.unpipe(inflater);
    inflater.off('data', this.onData).off('end', this.onInflated).destroy();
  }

  private fail(error: unknown): void {
    this.stop();
    this.gathered.clear();
    this.reject(error);
  }

  private readonly onSent = (chunk: Buffer): void => {
    this.sent += chunk.length;
    this.stall.moved();
    if (this.sent > this.limits.bytes) this.fail(tooLarge());
  };

  private readonly onData = (chunk: Buffer): void => {
    const { bytes, ignoredBytes = 0 } = this.limits;
    this.length += chunk.length;
    this.stall.moved();
    if (this.length > bytes) {
      this.gathered.clear();
      this.allowance.release();
      if (this.length > ignoredBytes) this.fail(tooLarge());
      return;
    }
    this.gathered.add(chunk);
    const room = this.allowance.take(chunk.length);
    if (room === null) return;
    const source = this.inflater ?? this.stream;
    source.pause();
    this.stall.rest();
    room.then(
      () => {
        if (!this.stream.readableEnded) this.stall.expect();
        source.resume();
      },
      (error: unknown) => this.fail(error),
    );
  };

  private readonly onEnd = (): void => {
    this.stall.rest();
    if (this.inflater === null || this.sent === 0) this.finish();
  };

  /** Whatever follows the compressed data is not looked at. */
  private readonly onInflated = (): void => {
    const { stream } = this;
    if (stream.readableEnded) return this.finish();
    stream.unpipe(this.inflater!).off('end', this.onEnd).resume();
    stream.on('end', () => this.finish());
  };

  private finish(): void {
    if (this.length > this.limits.bytes) return this.fail(tooLarge());
    this.stop();
    this.resolve(this.gathered.bytes);
  }

  private readonly onDamaged = (): void => {
    if (this.sent > 0) this.fail(damagedGzip());
  };

  private readonly onBroken = (): void => {
    if (!this.stream.readableEnded) this.fail(endedEarly());
  };
}
