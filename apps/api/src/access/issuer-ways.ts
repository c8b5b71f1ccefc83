import type { Persistence } from '@chat-admin/server/composition/open-persistence';
import { AddressCounter } from '@chat-admin/server/edge/limits';
import type { ApiConfig } from '../config.js';
import { BackChannel } from './back-channel.js';
import { IssuerClaims } from './issuer-claims.js';
import { IssuerSignatures } from './issuer-signatures.js';
import { IssuerTokens } from './issuer-tokens.js';
import { OidcClient } from './oidc-client.js';
import { OidcSignIn } from './oidc-sign-in.js';
import { TokenNotes } from './token-notes.js';

/** from one address, within a minute */
const BAD_LOGOUTS = 10;
const MINUTE_MS = 60_000;

/** What an issuer lets in: bearer tokens, and people at the console. */
export interface IssuerWays {
  readonly tokens: IssuerTokens | null;
  readonly signIn: OidcSignIn | null;
  readonly backChannel: BackChannel | null;
}

export function createIssuerWays(config: ApiConfig, persistence: Persistence): IssuerWays {
  const { oidcIssuer, oidcAudience, oidcClientId: clientId, publicUrl } = config;
  if (oidcIssuer === null) return { tokens: null, signIn: null, backChannel: null };
  const signatures = new IssuerSignatures(oidcIssuer);
  const claims = new IssuerClaims(config);
  const notes = new TokenNotes(persistence.issuerSubjects);
  const tokens =
    oidcAudience === null ? null : new IssuerTokens(signatures, oidcAudience, claims, notes);
  if (clientId === null || publicUrl === null) return { tokens, signIn: null, backChannel: null };
  const client = new OidcClient({ ...config, oidcIssuer, oidcClientId: clientId, publicUrl });
  const minutes = config.oidcSessionMinutes;
  const note: TokenNotes['note'] = (id, scopes, made) =>
    tokens === null ? notes.note(id, scopes, made) : notes.add(id, scopes);
  const signIn = new OidcSignIn({ client, clientId, signatures, claims, note, minutes });
  const failed = new AddressCounter(BAD_LOGOUTS, MINUTE_MS);
  const backChannel = new BackChannel(signatures, clientId, persistence, failed);
  return { tokens, signIn, backChannel };
}
