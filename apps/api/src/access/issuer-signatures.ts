import { decodeProtectedHeader, errors, jwtVerify } from 'jose';
import type { JWTPayload, JWTVerifyOptions, JWTHeaderParameters } from 'jose';
import { IssuerKeys } from './issuer-keys.js';

const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];
const LEEWAY_S = 60;
const MOST_CHARACTERS = 8192;
const TIMES = ['exp', 'nbf', 'iat'] as const;
/** the last second of the year 9999, in seconds since 1970 */
const LAST_TIME = 253_402_300_799;

/** The token cannot be verified. */
export class Unusable extends Error {}

/** Whether a token has failed, and nothing else. */
export const isTokenFault = (error: unknown): boolean =>
  error instanceof errors.JOSEError || error instanceof Unusable;

/** Verifies what an issuer has signed. Contract: extensions E5.4, Token */
export class IssuerSignatures {
  private readonly keys: IssuerKeys;

  constructor(readonly issuer: string) {
    this.keys = new IssuerKeys(issuer);
  }

  /** @throws Unusable, JOSEError; WireFault 503 while the issuer's keys are unknown */
  async verified(
    token: string,
    audience: string,
    options: Pick<JWTVerifyOptions, 'requiredClaims' | 'maxTokenAge'>,
    mostCharacters = MOST_CHARACTERS,
  ): Promise<{ readonly payload: JWTPayload; readonly header: JWTHeaderParameters }> {
    const { kid } = token.length > mostCharacters ? {} : headerOf(token);
    if (typeof kid !== 'string') throw new Unusable();
    const keys = await this.keys.withId(kid);
    if (keys === null) throw new Unusable();
    const { payload, protectedHeader: header } = await jwtVerify(token, keys, {
      algorithms: ALGORITHMS,
      issuer: this.issuer,
      audience,
      clockTolerance: LEEWAY_S,
      ...options,
    }).catch((error: unknown) => {
      // keys that do not fit the algorithm, such as short ones
      throw error instanceof TypeError ? new Unusable() : error;
    });
    if (!TIMES.every((claim) => isTime(payload[claim]))) throw new Unusable();
    return { payload, header };
  }
}

function headerOf(token: string) {
  try {
    return decodeProtectedHeader(token);
  } catch {
    throw new Unusable();
  }
}

/** Whether the claim is absent, or a time that every date of the service can be. */
const isTime = (seconds: number | undefined): boolean =>
  seconds === undefined || (seconds >= 0 && seconds <= LAST_TIME);

/** Whether it is the subject of a token. */
export const isSubject = (subject: unknown): subject is string =>
  typeof subject === 'string' && subject !== '';
