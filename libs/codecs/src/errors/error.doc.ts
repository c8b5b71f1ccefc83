import { STATUS_CODES } from 'node:http';
import { doc, integer, text } from '../wire/schema.js';

export type ErrorForm = 'xml' | 'json' | 'problem';

export interface WrittenError {
  readonly status: number;
  readonly exception: string;
  readonly message: string;
  /** `null` leaves it out; empty text is written */
  readonly resource: string | null;
}

const errorDoc = doc(
  'error',
  { resource: text, message: text, exception: text },
  { xmlOrder: ['exception', 'message', 'resource'] },
);

const problemDoc = doc('problem', {
  type: text,
  title: text,
  status: integer,
  detail: text,
  resource: text,
  exception: text,
});

/** The error document in one of its three forms. Contract: core 1.7 */
export function writeError(form: ErrorForm, error: WrittenError): string {
  if (form === 'xml') return errorDoc.writeXml(error);
  if (form === 'json') return errorDoc.writeJson(error);
  const { status, message, resource, exception } = error;
  return problemDoc.writeJson({
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: message,
    resource,
    exception,
  });
}
