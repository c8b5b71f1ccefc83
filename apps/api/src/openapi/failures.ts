import { ERROR_ANSWERS } from '@chat-admin/codecs/errors/error-answers';
import type { ErrorCode, ErrorValues } from '@chat-admin/codecs/errors/error-answers';
import { writeError } from '@chat-admin/codecs/errors/error.doc';
import type { ErrorForm } from '@chat-admin/codecs/errors/error.doc';
import { filled } from '@chat-admin/domain/shared/error-declaration';
import { API_ROOT } from '../http/api-root.js';
import { problemTypes } from '../http/faults.js';
import type { DescribedRoute } from './described-route.js';
import { failureHeaders } from './headers.js';
import { FAILURES } from './responses.js';
import type { FailureStatus } from './responses.js';

/** What every operation may be refused with; each says itself what else. Contract: core 1.7 */
export const GENERAL: readonly ErrorCode[] = [
  'unreadable-address',
  'unreadable-request',
  'unreadable-body',
  'invalid-header',
  'invalid-parameter',
  'invalid-value',
  'value-too-long',
  'authentication-failed',
  'session-ended',
  'api-disabled',
  'csrf-token-invalid',
  'scope-missing',
  'token-without-scope',
  'resource-not-found',
  'not-acceptable',
  'request-timeout',
  'request-in-progress',
  'precondition-failed',
  'body-too-large',
  'too-many-entries',
  'unsupported-media-type',
  'idempotency-key-reused',
  'too-many-requests',
  'unexpected-error',
  'chat-server-unavailable',
  'chat-server-incapable',
  'database-unavailable',
  'issuer-unavailable',
  'directory-unavailable',
  'list-too-slow',
  'overloaded',
  'too-many-lists',
];

/** Values for examples; others are shown as `…`. */
const VALUES: { readonly [C in ErrorCode]?: ErrorValues<C> } = {
  'invalid-header': { name: 'If-None-Match' },
  'invalid-parameter': { name: 'limit', sent: 0 },
  'invalid-value': { value: 'maxUsers: many' },
  'value-too-long': { field: 'name', limit: '100 characters' },
  'unreadable-body': { reason: 'a JSON object is expected' },
  'events-gone': { id: 1041 },
  'scope-missing': { scope: 'users:read' },
  'too-many-entries': { things: 'properties', limit: 1000 },
};

/** Details of them. */
const DETAILS: { readonly [C in ErrorCode]?: string } = {
  'invalid-header': '* or entity tags in quotes, separated by commas',
  'invalid-parameter': '1 to 1000',
  'invalid-value': 'a whole number',
  'value-too-long': 'at most 100 characters',
  'unreadable-body': 'an object in braces: {…}',
  'user-already-exists': 'the user name is taken: ola',
};

/** The message of an error with values that it may have. */
export function sampleMessage(code: ErrorCode): string {
  const values: Readonly<Record<string, string | number>> = VALUES[code] ?? {};
  const { text } = ERROR_ANSWERS[code];
  return filled(text, new Proxy({}, { get: (_, name: string) => values[name] ?? '…' }));
}

const ERROR_SCHEMA = { $ref: '#/components/schemas/Error' };
const PROBLEM_SCHEMA = { $ref: '#/components/schemas/Problem' };

const FORMS = { xml: '-xml', json: '', problem: '-problem' } as const;

const typeOf = problemTypes(true);

function exampleOf(code: ErrorCode, form: ErrorForm): object {
  const { status, exception } = ERROR_ANSWERS[code];
  const message = sampleMessage(code);
  const resource = `${API_ROOT}/users/ola`;
  const detail = status === 400 || status === 409 ? (DETAILS[code] ?? '…') : null;
  const error = { code, status, exception, message, resource, detail };
  const value: unknown = JSON.parse(writeError(form === 'xml' ? 'json' : form, error, typeOf));
  const text = form === 'xml' ? { 'x-xml': writeError('xml', error) } : {};
  return { summary: message, value, ...text };
}

/** Refusals as operations answer them, each once. Contract: core 1.7 */
export class Failures {
  private readonly names = new Map<string, string>();
  private readonly responses: Record<string, object> = {};
  private readonly examples: Record<string, object> = {};

  /** The answer with the codes of the operation's own, or the common one where it has none. */
  referenceTo(
    status: FailureStatus,
    { operation, refusals }: Pick<DescribedRoute, 'operation' | 'refusals'>,
  ): object {
    const [common, description] = FAILURES[status];
    const isOfStatus = (code: ErrorCode) => ERROR_ANSWERS[code].status === status;
    const general = GENERAL.filter(isOfStatus);
    if (general.length > 0) {
      // in all forms one, in JSON the others as well: the document stays small
      this.responses[common] ??= this.response(status, description, general, general.slice(0, 1));
    }
    const own = refusals.filter((code) => isOfStatus(code) && !general.includes(code));
    if (own.length === 0) return referenceTo(common);
    const key = `${status} ${own.join()}`;
    const id = operation?.id ?? '';
    const name =
      this.names.get(key) ?? `${common}Of${id.replace(/^./, (first) => first.toUpperCase())}`;
    this.names.set(key, name);
    const also = general.length === 0 ? '' : `; each code of ${common}, too`;
    this.responses[name] ??= this.response(status, `${description}${also}`, own, []);
    return referenceTo(name);
  }

  /** `components.responses` */
  all(): object {
    return this.responses;
  }

  /** `components.examples` */
  allExamples(): object {
    return this.examples;
  }

  private response(
    status: FailureStatus,
    description: string,
    inJson: readonly ErrorCode[],
    inOthers: readonly ErrorCode[],
  ): object {
    return {
      description,
      headers: failureHeaders(status),
      content: {
        'application/json': { schema: ERROR_SCHEMA, ...this.examplesOf('json', inJson) },
        'application/xml': { schema: ERROR_SCHEMA, ...this.examplesOf('xml', inOthers) },
        'application/problem+json': {
          schema: PROBLEM_SCHEMA,
          ...this.examplesOf('problem', inOthers),
        },
      },
    };
  }

  private examplesOf(form: ErrorForm, codes: readonly ErrorCode[]): object {
    const names = codes.map((code) => {
      const name = `${code}${FORMS[form]}`;
      this.examples[name] ??= exampleOf(code, form);
      return [name, { $ref: `#/components/examples/${name}` }] as const;
    });
    return names.length === 0 ? {} : { examples: Object.fromEntries(names) };
  }
}

const referenceTo = (name: string): object => ({ $ref: `#/components/responses/${name}` });
