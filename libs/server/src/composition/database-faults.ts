import { ConfigurationFaults } from '@chat-admin/configuration/load-config';
import { isDatabaseAway } from '@chat-admin/persistence/database/database-away';
import { databaseError } from '@chat-admin/persistence/database/database-error';
import { PendingMigrations } from '@chat-admin/persistence/schema/migrate';
import { OtherDomain } from '@chat-admin/persistence/schema/prepare-database';
import { NewerProgramNeeded } from '@chat-admin/persistence/schema/schema-state';
import { UnusableDatabase } from '@chat-admin/persistence/schema/unusable-database';

const CERTIFICATE_CODES = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
  'INVALID_CA',
]);

/** By SQLSTATE or TLS error code. */
const REFUSALS: Readonly<Record<string, string>> = {
  '28P01': 'the database rejects the user or the password',
  '28000': 'the database does not admit this user, host or connection without TLS; see its log',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of the database is for another host',
};

/** The driver gives these no code. */
const PASSWORD_MISSING = /client password must be a (non-empty )?string/;
const NO_TLS = /^The server does not support SSL connections/;

/**
 * Why the database could not be opened, in terms of the settings.
 * @returns ConfigurationFaults if a retry is useless until an operator has acted
 */
export function openingFault(error: unknown): Error {
  if (error instanceof PendingMigrations || error instanceof NewerProgramNeeded) return error;
  const fault = settingAtFault(error);
  if (fault !== null) return new ConfigurationFaults([fault]);
  const state = isDatabaseAway(error) ? 'reached' : 'prepared';
  return new Error(`The database cannot be ${state}: ${databaseReason(error)}`, { cause: error });
}

/**
 * `terminating connection due to administrator command (57P01)`; discloses nothing else of the
 * error.
 */
export function databaseReason(error: unknown): string {
  // one error per address of the host
  const [first] = (error as { errors?: readonly unknown[] } | null)?.errors ?? [];
  const { code, message } = databaseError(first ?? error);
  if (code === null || message.includes(code)) return message || 'unknown reason';
  return `${message} (${code})`.trim();
}

function settingAtFault(error: unknown): string | null {
  if (error instanceof OtherDomain) {
    return `XMPP_DOMAIN: the database was created for ${error.stored}; unset it, or use a fresh database`;
  }
  const fault = error instanceof UnusableDatabase ? error.message : refusal(error);
  return fault && `DATABASE_URL: ${fault}`;
}

function refusal(error: unknown): string | null {
  const { code, message } = databaseError(error);
  if (code !== null && CERTIFICATE_CODES.has(code)) {
    return (
      `the certificate of the database cannot be verified (${code}): name its CA file ` +
      'in NODE_EXTRA_CA_CERTS, or as sslrootcert=… in DATABASE_URL'
    );
  }
  if (PASSWORD_MISSING.test(message)) {
    return 'the database requires a password, and the address has none';
  }
  if (NO_TLS.test(message)) return 'the database does not support TLS, which sslmode requires';
  return (code !== null && REFUSALS[code]) || null;
}
