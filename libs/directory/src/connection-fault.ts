/** Where connecting to a directory failed. */
export type FaultStep = 'resolve' | 'connect' | 'tls' | 'bind' | 'exchange';

/** The directory did not answer as it should; the connection is closed. */
export class ConnectionFault extends Error {
  constructor(
    readonly step: FaultStep,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ConnectionFault';
  }
}

/** The directory refused an operation. */
export class OperationRefused extends Error {
  constructor(
    readonly code: number,
    readonly diagnostic: string,
  ) {
    const name = NAMES[code] ?? 'refused';
    super(`${name} (${code})${diagnostic === '' ? '' : `: ${shown(diagnostic)}`}`);
    this.name = 'OperationRefused';
  }
}

/** What it sends may be long, and have line ends or worse. */
const shown = (text: string): string => {
  const plain = text.replace(/\p{C}/gu, ' ').trim();
  return [...plain].length > 200 ? `${[...plain].slice(0, 200).join('')}…` : plain;
};

/** Names of RFC 4511, as far as they tell an operator something. */
const NAMES: Readonly<Record<number, string>> = {
  1: 'operations error',
  2: 'protocol error',
  3: 'time limit exceeded',
  4: 'size limit exceeded',
  8: 'stronger authentication required',
  10: 'referral to another server',
  11: 'administrative limit exceeded',
  12: 'unavailable critical extension',
  13: 'confidentiality required',
  19: 'constraint violation',
  32: 'no such object',
  34: 'invalid DN',
  48: 'inappropriate authentication',
  49: 'invalid credentials',
  50: 'insufficient access rights',
  51: 'busy',
  52: 'unavailable',
  53: 'unwilling to perform',
  80: 'other error',
};
