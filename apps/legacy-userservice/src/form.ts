import type { IncomingMessage } from 'node:http';
import { tooLarge, UnreadableBody } from '@chat/codecs/errors/wire-errors';

/** Bodies of other types, and compressed ones, are ignored. Contract: muc-and-legacy 11.1 */
export function isForm(
  contentType: string | undefined,
  contentEncoding: string | undefined,
): boolean {
  const plain = /^\s*(identity)?\s*$/i.test(contentEncoding ?? '');
  return plain && /^\s*application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType ?? '');
}

/** How much of a form that is too long is read and thrown away before it is refused. */
const MAX_IGNORED_BYTES = 64 * 1024 * 1024;

/**
 * A form that is too long is let run off before it is refused, as far as it is not absurd: who
 * closes a connection while the other side still sends may destroy the answer as well.
 * @throws WireFault when it is too long, UnreadableBody when it ends too early
 */
export function receiveForm(stream: IncomingMessage, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let length = 0;
    const stop = (): void => {
      stream.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken);
    };
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      if (length <= limitBytes) return void chunks.push(chunk);
      chunks = [];
      if (length <= MAX_IGNORED_BYTES) return;
      stop();
      stream.pause();
      reject(tooLarge());
    };
    const onEnd = (): void => {
      stop();
      if (length > limitBytes) reject(tooLarge());
      else resolve(Buffer.concat(chunks, length));
    };
    const onBroken = (): void => {
      stop();
      reject(new UnreadableBody('it ended too early'));
    };
    stream.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
  });
}
