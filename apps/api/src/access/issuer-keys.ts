import { issuerAway } from '@chat-admin/codecs/errors/wire-errors';
import { createLocalJWKSet } from 'jose';
import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose';
import { readDocument } from './issuer-fetch.js';
import { isIssuerAddress } from './issuer-settings.js';

const LIFETIME_MS = 600_000;
const PAUSE_MS = 30_000;
const PAUSE_AFTER_FAILURE_MS = 5_000;

/** Keys that do not verify anything yet. */
export type IssuerKeySet = JWTVerifyGetKey;

interface KnownKeys {
  readonly ids: ReadonlySet<string>;
  readonly set: IssuerKeySet;
}

/**
 * The keys of a token issuer, read when a token needs them and kept for 10 minutes; known ones stay
 * while the issuer is away. Parallel tokens share a reading. Contract: extensions E5.4, Readings
 */
export class IssuerKeys {
  private known: KnownKeys | null = null;
  private readAt = -Infinity;
  private triedAt = -Infinity;
  private reading: Promise<void> | null = null;

  /** @param issuer its address */
  constructor(
    private readonly issuer: string,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * @returns the keys, `null` if none of them has the id
   * @throws WireFault 503 without any keys
   */
  async withId(id: string): Promise<IssuerKeySet | null> {
    const reading = this.isDue(id) ? (this.reading ??= this.read()) : null;
    if (!this.known?.ids.has(id)) await reading;
    if (this.known === null) throw issuerAway();
    return this.known.ids.has(id) ? this.known.set : null;
  }

  private isDue(id: string): boolean {
    if (this.reading !== null) return this.known === null || !this.known.ids.has(id);
    const sinceTry = this.now() - this.triedAt;
    const hasFailed = this.triedAt > this.readAt;
    if (this.known === null || hasFailed) return sinceTry >= PAUSE_AFTER_FAILURE_MS;
    if (this.now() - this.readAt >= LIFETIME_MS) return true;
    return !this.known.ids.has(id) && sinceTry >= PAUSE_MS;
  }

  private async read(): Promise<void> {
    this.triedAt = this.now();
    try {
      this.known = await readKeys(this.issuer);
      this.readAt = this.triedAt;
    } catch {
      // what is known stays
    } finally {
      this.reading = null;
    }
  }
}

/** What is said at the address of an issuer, which may be another one. OpenID Connect Discovery 1.0, 4 @throws if it does not answer */
export const readDiscovery = (issuer: string): Promise<Record<string, unknown>> =>
  readDocument(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);

/** What the issuer says of itself. @throws if it is another one */
export async function readConfiguration(issuer: string): Promise<Record<string, unknown>> {
  const configuration = await readDiscovery(issuer);
  if (configuration['issuer'] !== issuer) throw new Error('The issuer has another name');
  return configuration;
}

async function readKeys(issuer: string): Promise<KnownKeys> {
  const { jwks_uri: address } = await readConfiguration(issuer);
  if (typeof address !== 'string' || !isIssuerAddress(address)) throw new Error('No keys');
  const keys = (await readDocument(address)) as unknown as JSONWebKeySet;
  const ids = keys.keys.flatMap(({ kid }) => (typeof kid === 'string' ? [kid] : []));
  return { ids: new Set(ids), set: createLocalJWKSet(keys) };
}
