import { ERRORS } from '@chat-admin/client';
import type { ErrorCode } from '@chat-admin/client';

interface Shape {
  readonly code: ErrorCode;
  readonly exception: string;
  /** characters that stand in the text itself */
  readonly fixed: number;
  readonly pattern: RegExp;
}

const shapeOf = (code: ErrorCode): Shape => {
  const { exception, text } = ERRORS[code];
  const fixed = text.replaceAll(/\{\w+\}/g, '');
  const escaped = text.replaceAll(/[.()]/g, '\\$&');
  // `{value}` alone, else all from the first value to the last
  const captured = escaped.includes('{value}')
    ? escaped.replace('{value}', '([^]*)')
    : escaped.replace('{', '({').replace(/\}(?=[^{}]*$)/, '})');
  const pattern = new RegExp(`^${captured.replaceAll(/\{\w+\}/g, '[^]*')}$`);
  return { code, exception, fixed: fixed.length, pattern };
};

/** Those that say most first. */
const SHAPES = (Object.keys(ERRORS) as ErrorCode[])
  .map(shapeOf)
  .toSorted((a, b) => b.fixed - a.fixed);

/** Of lines and messages of jobs, which no header accompanies. @param exception `null`: any */
export const codeOf = (exception: string | null, message: string): ErrorCode | null =>
  SHAPES.find(
    (shape) => (exception === null || shape.exception === exception) && shape.pattern.test(message),
  )?.code ?? null;

/** What a message of this error says beyond its text. */
export const valueIn = (code: ErrorCode, message: string): string =>
  SHAPES.find((shape) => shape.code === code)?.pattern.exec(message)?.[1] ?? '';
