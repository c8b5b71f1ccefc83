import type { IncomingMessage } from 'node:http';
import { tooLarge } from '@chat-admin/codecs/errors/wire-errors';
import { UnreadableBody } from '@chat-admin/codecs/wire/body-faults';
import type { BodyAllowance } from './body-budget.js';

/**
 * The initial reservation of a body, small because most bodies are. A larger one reserves its
 * maximum at once, so that bodies in progress do not wait for each other.
 */
const FIRST_BYTES = 16 * 1024;

export interface BodyLimits {
  /** more is refused */
  readonly bytes: number;
  /**
   * How much in total is read and discarded before a body that is too long is refused: closing while
   * the client is still sending may destroy the response as well. Default: nothing
   */
  readonly ignoredBytes?: number;
}

/**
 * Receives a request body as far as its allowance permits; the rest waits unread.
 * @throws WireFault if it is too long, UnreadableBody if it is truncated, Overloaded if there is no
 * room for it
 */
export async function receiveBytes(
  stream: IncomingMessage,
  limits: BodyLimits,
  allowance: BodyAllowance,
): Promise<Buffer> {
  try {
    const bytes = await received(stream, limits, allowance);
    allowance.shrinkTo(bytes.length);
    return bytes;
  } catch (error) {
    // discards the rest, so that the connection can continue
    stream.resume();
    throw error;
  }
}

async function received(
  stream: IncomingMessage,
  { bytes: limit, ignoredBytes = 0 }: BodyLimits,
  allowance: BodyAllowance,
): Promise<Buffer> {
  const largest = Math.min(limit, Number(stream.headers['content-length'] ?? Infinity));
  let granted = Math.min(FIRST_BYTES, largest);
  await allowance.take(granted);
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let length = 0;
    const stop = (): void => {
      stream.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
    };
    const fail = (error: unknown): void => {
      stop();
      reject(error);
    };
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > limit) {
        chunks = [];
        allowance.shrinkTo(0);
        if (length > ignoredBytes) fail(tooLarge());
        return;
      }
      chunks.push(chunk);
      if (length <= granted) return;
      const room = allowance.take(largest - granted);
      granted = largest;
      if (room === null) return;
      stream.pause();
      room.then(() => stream.resume(), fail);
    };
    const onEnd = (): void => {
      stop();
      if (length > limit) reject(tooLarge());
      else resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length));
    };
    const onBroken = (): void => fail(new UnreadableBody('it ended too early'));
    if (stream.destroyed) onBroken();
    else stream.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
  });
}
