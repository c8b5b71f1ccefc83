import { hash } from 'node:crypto';
import { issuerAway } from '@chat-admin/codecs/errors/wire-errors';
import type { JWTPayload } from 'jose';
import type { Configuration, ServerMetadata } from 'openid-client';
import type { ApiConfig } from '../config.js';
import { fetchFromIssuer, IssuerUnreachable } from './issuer-fetch.js';
import { readConfiguration } from './issuer-keys.js';
import { isIssuerAddress } from './issuer-settings.js';
import { Unusable } from './issuer-signatures.js';

const LIFETIME_MS = 600_000;
const PAUSE_AFTER_FAILURE_MS = 5_000;
const NEEDED = ['authorization_endpoint', 'token_endpoint'] as const;
const OPTIONAL = ['userinfo_endpoint', 'end_session_endpoint'] as const;

export type OidcSettings = Pick<ApiConfig, 'oidcClientSecret' | 'oidcSignInScope'> & {
  readonly oidcIssuer: string;
  readonly oidcClientId: string;
  readonly publicUrl: string;
};

/** What only whoever began a sign-in knows. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** How the issuer sent somebody back. */
export interface IssuerAnswer {
  readonly code: string;
  readonly state: string;
  /** `null`: it does not say who it is */
  readonly iss: string | null;
}

export interface IssuedTokens {
  readonly idToken: string;
  readonly accessToken: string;
}

/** The service as a client of an OpenID Connect issuer. Contract: extensions E14 */
export class OidcClient {
  private readonly page: string;
  private known: Configuration | null = null;
  private readAt = -Infinity;
  private failedAt = -Infinity;
  private reading: Promise<void> | null = null;

  constructor(
    private readonly settings: OidcSettings,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.page = `${settings.publicUrl.replace(/\/$/, '')}/console/`;
  }

  /** Where a browser begins. @throws WireFault 503 */
  async location({ state, nonce, verifier }: SignInSecrets): Promise<string> {
    const configuration = await this.configuration();
    const { buildAuthorizationUrl } = await library();
    return buildAuthorizationUrl(configuration, {
      redirect_uri: this.page,
      scope: this.settings.oidcSignInScope,
      state,
      nonce,
      code_challenge: hash('sha256', verifier, 'base64url'),
      code_challenge_method: 'S256',
    }).href;
  }

  /** Redeems a code. @throws Unusable; WireFault 503 */
  async redeem(
    { code, state, iss }: IssuerAnswer,
    { nonce: expectedNonce, state: expectedState, verifier: pkceCodeVerifier }: SignInSecrets,
  ): Promise<IssuedTokens> {
    const configuration = await this.configuration();
    const { authorizationCodeGrant } = await library();
    const address = new URL(this.page);
    address.search = new URLSearchParams({ code, state, ...(iss !== null && { iss }) }).toString();
    const tokens = await authorizationCodeGrant(configuration, address, {
      expectedNonce,
      expectedState,
      pkceCodeVerifier,
      idTokenExpected: true,
    }).catch(raise);
    return { idToken: tokens.id_token!, accessToken: tokens.access_token };
  }

  /** What the issuer says of a subject besides its ID token. @throws as {@link redeem} */
  async userInfo(accessToken: string, subject: string): Promise<JWTPayload> {
    const configuration = await this.configuration();
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
    const { fetchUserInfo } = await library();
    return (await fetchUserInfo(configuration, accessToken, subject).catch(raise)) as JWTPayload;
  }

  /** Where a browser ends the session at the issuer; `null`: nowhere, or it is not known now. */
  async signOutLocation(idToken: string): Promise<string | null> {
    const configuration = await this.configuration().catch(() => null);
    if (!configuration?.serverMetadata().end_session_endpoint) return null;
    const { buildEndSessionUrl } = await library();
    return buildEndSessionUrl(configuration, {
      id_token_hint: idToken,
      post_logout_redirect_uri: this.page,
    }).href;
  }

  private async configuration(): Promise<Configuration> {
    if (this.isDue()) this.reading ??= this.read();
    if (this.known === null) await this.reading;
    if (this.known === null) throw issuerAway();
    return this.known;
  }

  private isDue(): boolean {
    const isOld = this.known === null || this.now() - this.readAt >= LIFETIME_MS;
    return isOld && this.now() - this.failedAt >= PAUSE_AFTER_FAILURE_MS;
  }

  /** What is known stays while it fails. */
  private async read(): Promise<void> {
    try {
      this.known = await this.configured(await readConfiguration(this.settings.oidcIssuer));
      this.readAt = this.now();
    } catch {
      this.failedAt = this.now();
    } finally {
      this.reading = null;
    }
  }

  private async configured(metadata: Readonly<Record<string, unknown>>): Promise<Configuration> {
    const { oidcClientId, oidcClientSecret: secret } = this.settings;
    for (const name of NEEDED) requireAddress(metadata, name);
    for (const name of OPTIONAL) if (metadata[name] !== undefined) requireAddress(metadata, name);
    const library_ = await library();
    const configuration = new library_.Configuration(
      metadata as unknown as ServerMetadata,
      oidcClientId,
      {},
      secret === null
        ? library_.None()
        : takesBasic(metadata)
          ? library_.ClientSecretBasic(secret)
          : library_.ClientSecretPost(secret),
    );
    configuration[library_.customFetch] = fetchFromIssuer as never;
    // `http` is for loopback addresses alone, as was checked
    if (NEEDED.some((name) => String(metadata[name]).startsWith('http:'))) {
      library_.allowInsecureRequests(configuration);
    }
    return configuration;
  }
}

/** Few sign in. */
const library = () => import('openid-client');

/** The method that issuers take if they do not say. OpenID Connect Discovery 1.0, section 3 */
const takesBasic = ({ token_endpoint_auth_methods_supported: methods }: Record<string, unknown>) =>
  !Array.isArray(methods) || methods.includes('client_secret_basic');

function requireAddress(metadata: Readonly<Record<string, unknown>>, name: string): void {
  const address = metadata[name];
  if (typeof address !== 'string' || !isIssuerAddress(address)) throw new Error(`No ${name}`);
}

/** @throws WireFault 503 if the issuer did not answer, else Unusable */
function raise(error: unknown): never {
  const isAway = [error, (error as Error).cause].some((one) => one instanceof IssuerUnreachable);
  throw isAway ? issuerAway() : new Unusable('The issuer did not confirm', { cause: error });
}
