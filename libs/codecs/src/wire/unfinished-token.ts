import { flatten } from './flatten.js';

/**
 * What saxes 6 holds of a token that goes on in the next piece. These fields are its own: should
 * they vanish, big texts cost more memory, and nothing else changes. A test looks after them.
 */
interface Unfinished {
  readonly state?: number;
  text?: string;
  readonly entity?: string;
  readonly entityReturnState?: number;
}

const TEXT = 13;
const REFERENCE = 14;
const COMMENT = [17, 18, 19];
const CDATA = [20, 21, 22];
const INSTRUCTION = [25, 26];

/**
 * Takes from `parser` what it has collected so far of a text, which goes to `onText`, or of a
 * comment or a processing instruction, which nobody reads. It would collect them to their end,
 * piece by piece.
 */
export function takeUnfinishedText(parser: object, onText?: (text: string) => void): void {
  const token = parser as Unfinished;
  const { state, text } = token;
  if (state === undefined || text === undefined || text === '') return;
  const inText = state === TEXT || (state === REFERENCE && token.entityReturnState === TEXT);
  if (inText || CDATA.includes(state)) {
    flatten(text);
    token.text = '';
    onText?.(text);
  } else if (COMMENT.includes(state) || INSTRUCTION.includes(state)) {
    token.text = '';
  }
}

/** The rest, attributes and references, is put together without being taken. */
export function flattenUnfinished(parser: object): void {
  const { text, entity } = parser as Unfinished;
  if (text) flatten(text);
  if (entity) flatten(entity);
}
