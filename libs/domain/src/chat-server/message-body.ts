import { InvalidArgument } from '../shared/domain-error.js';
import { isWithinBytes } from '../shared/utf8.js';

/** in UTF-8 */
const MAX_BODY_BYTES = 65_536;

/** The body of a message as it is sent. @throws InvalidArgument. Contract: core 8.2 */
export function messageBody(given: string | null | undefined): string {
  if (!given) throw new InvalidArgument('Message content/body is null or empty', '');
  if (!isWithinBytes(given, MAX_BODY_BYTES)) {
    const fault = `Invalid value for body: longer than ${MAX_BODY_BYTES} bytes`;
    throw new InvalidArgument(fault, null);
  }
  return given;
}
