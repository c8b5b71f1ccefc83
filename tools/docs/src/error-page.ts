import { GENERAL } from '@chat-admin/api/openapi/failures';
import { ERROR_ANSWERS, ERROR_CODES } from '@chat-admin/codecs/errors/error-answers';
import type { ErrorCode } from '@chat-admin/codecs/errors/error-answers';

/** Those that every operation may answer, then those of single ones. */
export function errorsText(): string {
  const general = new Set(GENERAL);
  return [
    '`…` stands for a value.',
    '',
    '## Of any request',
    '',
    ...table(ERROR_CODES.filter((code) => general.has(code))),
    '',
    '## Of single operations',
    '',
    ...table(ERROR_CODES.filter((code) => !general.has(code))),
  ].join('\n');
}

const table = (codes: readonly ErrorCode[]): readonly string[] => [
  '| Code | Status | Exception | Message |',
  '| --- | --- | --- | --- |',
  ...codes.map(row),
];

function row(code: ErrorCode): string {
  const { status, exception, text } = ERROR_ANSWERS[code];
  return `| \`${code}\` | ${status} | \`${exception}\` | ${text.replaceAll(/\{\w+\}/g, '…')} |`;
}
