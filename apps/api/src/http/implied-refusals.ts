import type { ErrorCode } from '@chat-admin/codecs/errors/error-answers';
import type { Endpoint } from './endpoint.js';

type Implied = (endpoint: Endpoint, method: string) => boolean;

const mayEndAdministration: Implied = ({ endsLogin, setsAdministrators }) =>
  endsLogin !== undefined || setsAdministrators === true;

/** What routes are refused with for what they declare otherwise. */
const IMPLIED: { readonly [C in ErrorCode]?: Implied } = {
  'document-unknown': ({ accepts }) => accepts?.isRecognized === true,
  'unknown-member': ({ accepts }) => accepts?.takes === 'merge-patch',
  'idempotency-unsupported': ({ handsOutSecret }, method) =>
    handsOutSecret === true && takesIdempotencyKeys(method),
  'own-account': mayEndAdministration,
  'last-administrator': mayEndAdministration,
  'check-failed': ({ healthCheck }) => healthCheck === true,
};

/** Others do not read `Idempotency-Key`. Contract: extensions E4.1 */
export const takesIdempotencyKeys = (method: string): boolean =>
  method === 'POST' || method === 'PATCH';

/** What a route is refused with, besides what all may be. */
export const refusalsOf = (method: string, endpoint: Endpoint): readonly ErrorCode[] => {
  const implied = Object.entries(IMPLIED).flatMap(([code, when]) =>
    when(endpoint, method) ? [code as ErrorCode] : [],
  );
  return [...(endpoint.refuses ?? []), ...implied].sort();
};
