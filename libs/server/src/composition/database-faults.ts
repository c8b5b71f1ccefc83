import { ConfigurationFaults } from '@chat-admin/configuration/load-config';
import { isDatabaseAway } from '@chat-admin/persistence/database/database-away';
import { databaseError } from '@chat-admin/persistence/database/database-error';
import { PendingMigrations } from '@chat-admin/persistence/schema/migrate';
import { OtherDomain } from '@chat-admin/persistence/schema/prepare-database';
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

/** By SQLSTATE or the code of TLS. */
const REFUSALS: Readonly<Record<string, string>> = {
  '28P01': 'the database refuses the user or the password',
  '28000':
    'the database does not let this user in, or not from here, or not without TLS; its own log says which',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of the database is for another host',
};

/** The driver gives these no code. */
const PASSWORD_MISSING = /client password must be a (non-empty )?string/;
const NO_TLS = /^The server does not support SSL connections/;

/**
 * Why the database could not be opened, in words of the settings.
 * @returns ConfigurationFaults where trying again is of no use before somebody has acted
 */
export function openingFault(error: unknown): Error {
  if (error instanceof PendingMigrations) return error;
  const fault = settingAtFault(error);
  if (fault !== null) return new ConfigurationFaults([fault]);
  const state = isDatabaseAway(error) ? 'reached' : 'prepared';
  return new Error(`The database cannot be ${state}: ${databaseReason(error)}`, { cause: error });
}

/** `terminating connection due to administrator command (57P01)`: nothing else of what an error carries. */
export function databaseReason(error: unknown): string {
  // one error for each address of a host
  const [first] = (error as { errors?: readonly unknown[] } | null)?.errors ?? [];
  const { code, message } = databaseError(first ?? error);
  if (code === null || message.includes(code)) return message || 'unknown reason';
  return `${message} (${code})`.trim();
}

function settingAtFault(error: unknown): string | null {
  if (error instanceof OtherDomain) {
    return `XMPP_DOMAIN: this database belongs to ${error.stored}; leave the setting out, or take a fresh database`;
  }
  const fault = error instanceof UnusableDatabase ? error.message : refusal(error);
  return fault && `DATABASE_URL: ${fault}`;
}

function refusal(error: unknown): string | null {
  const { code, message } = databaseError(error);
  if (code !== null && CERTIFICATE_CODES.has(code)) {
    return (
      `the certificate of the database cannot be verified (${code}): name the file of its authority ` +
      'in NODE_EXTRA_CA_CERTS, or as sslrootcert=… in DATABASE_URL'
    );
  }
  if (PASSWORD_MISSING.test(message)) {
    return 'the database asks for a password, and the address has none';
  }
  if (NO_TLS.test(message)) return 'the database offers no TLS, which sslmode demands';
  return (code !== null && REFUSALS[code]) || null;
}
