import { InvalidArgument, valueTooLong } from '../shared/domain-error.js';
import { isWithinBytes } from '../shared/utf8.js';

/** in UTF-8 */
const MAX_BODY_BYTES = 65_536;

/** The body of a message as it is sent. @throws InvalidArgument. Contract: core 8.2 */
export function messageBody(given: string | null | undefined): string {
  if (!given) {
    throw new InvalidArgument('message-body-missing', { resource: '', detail: 'body missing' });
  }
  if (!isWithinBytes(given, MAX_BODY_BYTES)) {
    throw valueTooLong('body', `${MAX_BODY_BYTES} bytes`);
  }
  return given;
}
