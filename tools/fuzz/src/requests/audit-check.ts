import { until } from '@chat-admin/debian-programs/until';
import type pg from 'pg';
import { TYPES, OPERATIONS } from '@chat-admin/legacy-userservice/operations';
import type { ErrorDocument } from './answers.js';
import type { FuzzRequest } from './api-requests.js';
import type { Answer } from './send.js';

/** Refused before a route has matched, or before the caller has proved themselves: not audited (core 1.13). */
const BEFORE = [
  'NotAuthorizedException',
  'MethodNotAllowedException',
  'NotImplementedException',
  'NotFoundException',
];

/** Refused for its request line, in problem documents with the reason, or for the site that sent it. */
const UNREAD = /^Could not read the request( address)?(: |$)|^The CSRF token is missing or wrong$/;

/** Proves who calls itself, so that failures are audited, too (extensions E5.5). */
const SIGN_IN = '/plugins/restapi/v1/session';
/** Strangers send them, so that refusals leave no entry (extensions E14). */
const OF_STRANGERS = [`${SIGN_IN}/back-channel`, '/plugins/restapi/v1/sign-in'];
/** Shows what people have written to each other (extensions E20). */
const REPORT = /^\/plugins\/restapi\/v1\/reports\/[^/]+$/;
const CHANGING = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** How many audit entries a request owes. */
export function entriesOwed(
  request: FuzzRequest,
  answer: Answer,
  error: ErrorDocument | null,
): 0 | 1 {
  if (request.app === 'userservice') return owedByUserservice(request, answer);
  const isReading = ['GET', 'HEAD'].includes(request.method) && REPORT.test(pathOf(request));
  if (!isReading && !CHANGING.includes(request.method)) return 0;
  // without a document, and of a route that there is
  if (request.method === 'HEAD')
    return answer.status === 401 || codeOf(answer).startsWith('unreadable-') ? 0 : 1;
  if (error === null) return 1;
  if (OF_STRANGERS.includes(pathOf(request))) return 0;
  const { exception, message } = error;
  const isSignIn = request.method === 'POST' && pathOf(request) === SIGN_IN;
  if (isSignIn && exception === 'NotAuthorizedException') return 1;
  return BEFORE.includes(exception) || UNREAD.test(message) ? 0 : 1;
}

const codeOf = ({ headers }: Answer): string => String(headers['x-error-code'] ?? '');

/** Decoded, if it can be; routes answer with a slash at the end, too. */
function pathOf({ target }: FuzzRequest): string {
  const path = target.split('?')[0]!.replace(/\/$/, '');
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function owedByUserservice(
  { method, target, body }: FuzzRequest,
  { bytes, status }: Answer,
): 0 | 1 {
  if (!['GET', 'POST'].includes(method) || status !== 200) return 0;
  if (/<error>(RequestNotAuthorised|UserServiceDisabled)<\/error>/.test(bytes.toString())) return 0;
  const text = body?.toString() ?? target.slice(target.indexOf('?') + 1);
  const sent = text
    .split('&')
    .find((pair) => pair.startsWith('type='))
    ?.slice('type='.length);
  const type = TYPES.find((one) => one === sent);
  return type !== undefined && OPERATIONS[type].changes ? 1 : 0;
}

/**
 * Compares what the requests owe with what the log holds of them, and empties the log. Entries of failures are written
 * after the answer, so what is missing is waited for.
 * @param owed by request id
 * @param ours tells the ids of such requests
 * @returns a line for each request whose entries are not as they should be
 */
export async function auditFaults(
  database: pg.Pool,
  owed: ReadonlyMap<string, number>,
  ours: (id: string) => boolean,
): Promise<string[]> {
  const found = new Map<string, number>();
  const take = async () => {
    const { rows } = await database.query<{ details: string }>(
      'with gone as (delete from audit_entry returning details) select details from gone',
    );
    for (const { details } of rows) {
      const id = /; request=([^;]+);/.exec(details)?.[1] ?? details;
      found.set(id, (found.get(id) ?? 0) + 1);
    }
    return [...owed].every(([id, count]) => (found.get(id) ?? 0) >= count);
  };
  await until('all audit entries are there', take, 10_000).catch(() => null);
  const wrong = [...owed].filter(([id, count]) => (found.get(id) ?? 0) !== count);
  const strange = [...found].filter(([id]) => ours(id) && !owed.has(id));
  return [
    ...wrong.map(([id, count]) => `${id}: ${found.get(id) ?? 0} audit entries instead of ${count}`),
    ...strange.map(([id, count]) => `${id}: ${count} audit entries of a request that owes none`),
  ];
}
