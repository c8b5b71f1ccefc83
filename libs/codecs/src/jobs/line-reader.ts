import { MOST_LINE_BYTES } from '@chat-admin/domain/jobs/job';
import { AN_OBJECT } from '../wire/json-values.js';
import type { RawLine } from '@chat-admin/domain/jobs/job';

/** A line whose bytes are no text. */
export const NOT_UTF8 = { unreadable: 'it is not in UTF-8', detail: 'UTF-8' };
export const NO_TEXT = {
  unreadable: 'it has a character that no text may have',
  detail: 'leave out U+0000, and halves of surrogate pairs',
};

export type TakeLine = (line: RawLine) => void;

export const TOO_LONG: RawLine = {
  unreadable: `it has more than ${MOST_LINE_BYTES} bytes`,
  detail: `at most ${MOST_LINE_BYTES} bytes`,
};
export const NO_OBJECT: RawLine = { unreadable: 'it is no JSON object', detail: AN_OBJECT };

/** Reads the lines of an upload while it arrives, in constant memory. */
export interface LineReader {
  /** @throws UnreadableTable */
  push(chunk: Uint8Array): void;
  /** The upload is complete. @throws UnreadableTable */
  end(): void;
}
