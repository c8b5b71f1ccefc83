import type { IncomingMessage } from 'node:http';
import { tooLarge } from '@chat-admin/codecs/errors/wire-errors';
import { UnreadableBody } from '@chat-admin/codecs/wire/body-faults';

/**
 * Everything that a request brings.
 * @param ignoredBytes how much altogether is read and thrown away before a body that is too long is
 * refused: who closes a connection while the other side still sends may destroy the answer as well
 * @throws WireFault when it is too long, UnreadableBody when it ends too early
 */
export function receiveBytes(
  stream: IncomingMessage,
  limitBytes: number,
  ignoredBytes = 0,
): Promise<Buffer> {
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
      if (length <= ignoredBytes) return;
      stop();
      stream.pause();
      reject(tooLarge());
    };
    const onEnd = (): void => {
      stop();
      if (length > limitBytes) reject(tooLarge());
      else resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length));
    };
    const onBroken = (): void => {
      stop();
      reject(new UnreadableBody('it ended too early'));
    };
    stream.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken);
  });
}
