import { MOST_LINE_BYTES } from '@chat-admin/domain/jobs/job';
import type { RawLine } from '@chat-admin/domain/jobs/job';

export type TakeLine = (line: RawLine) => void;

export const TOO_LONG: RawLine = { unreadable: `it has more than ${MOST_LINE_BYTES} bytes` };
export const NO_OBJECT: RawLine = { unreadable: 'it is no JSON object' };

/** Reads the lines of an upload while it arrives, in constant memory. */
export interface LineReader {
  /** @throws UnreadableTable */
  push(chunk: Uint8Array): void;
  /** The upload is complete. @throws UnreadableTable */
  end(): void;
}
