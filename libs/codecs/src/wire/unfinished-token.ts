import { flatten } from './flatten.js';

/**
 * What saxes 6 buffers of a token that continues in the next piece. These fields are private to
 * saxes: without them large texts take more memory, nothing else changes. Covered by a test.
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
 * Drains the parser's buffer of an unfinished token, which would otherwise grow until the token
 * ends: text goes to `onText`; comments and processing instructions are dropped.
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

/** Flattens the rest, attributes and references, which is left in the buffer. */
export function flattenUnfinished(parser: object): void {
  const { text, entity } = parser as Unfinished;
  if (text) flatten(text);
  if (entity) flatten(entity);
}
