import { ERROR_ANSWERS } from '@chat-admin/codecs/errors/error-answers';
import type { ErrorCode } from '@chat-admin/codecs/errors/error-answers';

const EXPLAINED = [400, 409, 415];
/** Where the detail says which rule of strength is broken. */
const ALSO: readonly string[] = ['key-too-strong'];

/** Where it tells how much was done. CK-28 */
const MAY: readonly string[] = ['chat-server-unavailable'];

const LAST: Readonly<Record<string, RegExp>> = {
  'application/json': /,"detail":"(?:[^"\\]|\\.)+"}$/,
  'application/xml': /<detail>[^<]+<\/detail><\/error>$/,
  'text/xml': /<detail>[^<]+<\/detail><\/error>$/,
};

/** What an error document lacks: every 400 and 409 says why, in its last member, and no others. CK-10 */
export function detailFaults(status: number, code: string, label: string, text: string): string[] {
  const isExplained = EXPLAINED.includes(status) || ALSO.includes(code);
  const found =
    label === 'application/problem+json' ? inProblem(code, text) : LAST[label]?.test(text);
  if (found === undefined || found === isExplained || MAY.includes(code)) return [];
  return [`${code} ${isExplained ? 'has no detail at its end' : 'has a detail'}: ${text}`];
}

/** Behind the message, and a colon. */
function inProblem(code: string, text: string): boolean {
  const { detail } = JSON.parse(text) as { readonly detail: string };
  const message = ERROR_ANSWERS[code as ErrorCode].text
    .split(/\{\w+\}/)
    .map(literally)
    .join('.*');
  return new RegExp(`^${message}: .`, 's').test(detail);
}

/** A pattern that means just this text. */
export const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
