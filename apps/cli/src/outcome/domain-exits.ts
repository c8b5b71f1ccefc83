import type { ErrorKind } from '@chat-admin/domain/shared/error-declaration';
import { EXIT } from './exit-codes.js';
import type { ExitCode } from './exit-codes.js';

/** What a command ends with when a rule refuses what it was to do. */
export const DOMAIN_EXITS: Readonly<Record<ErrorKind, ExitCode>> = {
  invalid: EXIT.usage,
  'too-large': EXIT.usage,
  'not-found': EXIT.notFound,
  gone: EXIT.notFound,
  'already-exists': EXIT.exists,
  'not-allowed': EXIT.notAllowed,
  forbidden: EXIT.notAllowed,
  unreachable: EXIT.unreachable,
  'too-slow': EXIT.tryLater,
  busy: EXIT.tryLater,
};
