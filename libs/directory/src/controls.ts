import { BerWriter, Control, PagedResultsControl } from 'ldapts';
import { elementsOf, expected, TAG, wholeNumber } from './ber.js';

/** The cookie of the page before; empty: the first one. A server that knows no pages has to refuse it. */
export class PageControl extends Control {
  constructor(
    private readonly size: number,
    private readonly cookie: Buffer,
  ) {
    super(PagedResultsControl.type, { critical: true });
  }

  override writeControl(writer: BerWriter): void {
    const value = new BerWriter();
    value.startSequence();
    value.writeInt(this.size);
    value.writeBuffer(this.cookie, TAG.octets);
    value.endSequence();
    writer.writeBuffer(value.buffer, TAG.octets);
  }

  /** @returns the cookie in an answer; empty: that was the last page @throws MalformedMessage */
  static cookieIn(value: Buffer): Buffer {
    const [sequence] = elementsOf(value);
    const [, cookie] = elementsOf(expected(sequence, TAG.sequence));
    return expected(cookie, TAG.octets);
  }
}

/** A control without a value. */
export class PlainControl extends Control {}

export const SHOW_DELETED = '1.2.840.113556.1.4.417';
export const PASSWORD_POLICY = '1.3.6.1.4.1.42.2.27.8.5.1';

export type PolicyError = 'expired' | 'locked' | 'mustChange';
const POLICY_ERRORS: Readonly<Record<number, PolicyError>> = {
  0: 'expired',
  1: 'locked',
  2: 'mustChange',
};

/** Source: draft-behera-ldap-password-policy. @throws MalformedMessage */
export function policyErrorIn(value: Buffer | undefined): PolicyError | null {
  if (value === undefined || value.length === 0) return null;
  const [sequence] = elementsOf(value);
  const error = elementsOf(expected(sequence, TAG.sequence)).find(({ tag }) => tag === 0x81);
  return error === undefined ? null : (POLICY_ERRORS[wholeNumber(error.content)] ?? null);
}
