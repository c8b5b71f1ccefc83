import { isLonger } from './domain-error.js';
import { invalidParameter } from './paging.js';
import { shownValue } from './shown-value.js';
import { NOT_XML } from './texts.js';

const MAX_LENGTH = 255;

/**
 * Why something is done to somebody, as the parameter `reason` says.
 * @returns `null` if it says nothing
 * @throws InvalidArgument. Contract: extensions E6.2
 */
export function readReason(text: string | undefined): string | null {
  if (!text) return null;
  if (isLonger(text, MAX_LENGTH) || NOT_XML.test(text)) {
    const allowed = `at most ${MAX_LENGTH} characters, all of which XML can hold`;
    throw invalidParameter('reason', shownValue(text), allowed);
  }
  return text;
}
