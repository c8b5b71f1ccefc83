import { doc, integer, text } from '../wire/schema.js';
import type { ErrorCode } from './error-answers.js';

export type ErrorForm = 'xml' | 'json' | 'problem';

export interface WrittenError {
  readonly code: ErrorCode;
  readonly status: number;
  readonly exception: string;
  readonly message: string;
  /** `null` omits it; empty text is written */
  readonly resource: string | null;
  /** what exactly is wrong. Contract: extensions E10, I-5 */
  readonly detail?: string | null;
}

const errorDoc = doc(
  'error',
  { resource: text, message: text, exception: text, detail: text },
  { xmlOrder: ['exception', 'message', 'resource', 'detail'] },
);

const problemDoc = doc('problem', {
  type: text,
  title: text,
  status: integer,
  detail: text,
  resource: text,
  exception: text,
  code: text,
});

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** Where no page explains the errors. Contract: core 1.7 */
export const urnOf = (code: ErrorCode): string => `urn:chat-admin:error:${code}`;

/**
 * The error document in one of its three forms. Contract: core 1.7
 * @param typeOf the type of a problem
 */
export function writeError(form: ErrorForm, error: WrittenError, typeOf = urnOf): string {
  if (form === 'xml') return errorDoc.writeXml(error);
  if (form === 'json') return errorDoc.writeJson(error);
  const { code, status, message, resource, exception, detail } = error;
  return problemDoc.writeJson({
    type: typeOf(code),
    title: STATUS_TEXTS[status] ?? 'Error',
    status,
    detail: detail == null ? message : `${message}: ${detail}`,
    resource,
    exception,
    code,
  });
}
