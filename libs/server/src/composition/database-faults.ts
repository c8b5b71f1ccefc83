import { ownCommand } from '@chat-admin/configuration/own-command';
import { ConfigurationFaults } from '@chat-admin/configuration/load-config';
import { isDatabaseAway } from '@chat-admin/persistence/database/database-away';
import { databaseError } from '@chat-admin/persistence/database/database-error';
import { PendingMigrations } from '@chat-admin/persistence/schema/migrate';
import { ImportRunning, OtherDomain } from '@chat-admin/persistence/schema/prepare-database';
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
  '42501': `the role may not change the schema: name that of the owner in DATABASE_MIGRATION_URL, or let "${ownCommand('migrate')}" prepare the database with it`,
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of the database is for another host',
};

/** What an operator lacks, as PostgreSQL says it, and what gives it. @param role that connects */
const LACKING: readonly (readonly [code: string, message: RegExp, remedy: Remedy])[] = [
  [
    '3D000',
    /^database "(.+)" does not exist$/,
    (name) =>
      `there is no database "${name}"; as a superuser: create database "${name}" encoding 'UTF8' template template0`,
  ],
  [
    '42501',
    /^permission denied for schema (\S+)$/,
    (name, role) =>
      `a right is missing; as its owner: grant usage, create on schema ${name} to ${role}`,
  ],
  [
    '42501',
    /^permission denied for database (\S+)$/,
    (name, role) => `a right is missing; as its owner: grant all on database ${name} to ${role}`,
  ],
  [
    '42501',
    /^permission denied for (?:table|view) (\S+)$/,
    (name, role) =>
      `a right is missing; as its owner: grant select, insert, update, delete on ${name} to ${role}`,
  ],
  [
    '42501',
    /^permission denied for (function|sequence) (\S+)$/,
    (kind, role, name) =>
      `a right is missing; as its owner: grant all on ${kind} ${name} to ${role}`,
  ],
  [
    '42501',
    /^must be owner of (.+)$/,
    (what, role) => `the role ${role} is not the owner of ${what}; connect as the owner`,
  ],
  [
    '42P07',
    /^relation "(.+)" already exists$/,
    (name) => `holds a table "${name}" of something else: use a database of its own`,
  ],
];

type Remedy = (first: string, role: string, second: string) => string;

/** The driver gives these no code. */
const PASSWORD_MISSING = /client password must be a (non-empty )?string/;
const NO_TLS = /^The server does not support SSL connections/;

/**
 * Why the database could not be opened, in terms of the settings.
 * @param databaseUrl names the role that lacks a right
 * @returns ConfigurationFaults if a retry is useless until an operator has acted
 */
export function openingFault(error: unknown, databaseUrl?: string): Error {
  if (
    error instanceof ConfigurationFaults ||
    error instanceof PendingMigrations ||
    error instanceof ImportRunning ||
    error instanceof NewerProgramNeeded
  ) {
    return error;
  }
  const fault = settingAtFault(error, databaseUrl);
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

/** What an operator has to change in the setting of that address; `null`: nothing there. */
export function settingAtFault(
  error: unknown,
  databaseUrl?: string,
  setting = 'DATABASE_URL',
): string | null {
  if (error instanceof OtherDomain) {
    return `XMPP_DOMAIN: the database was created for ${error.stored}; unset it, or use a fresh database`;
  }
  const fault = error instanceof UnusableDatabase ? error.message : refusal(error, databaseUrl);
  return fault && `${setting}: ${fault}`;
}

function refusal(error: unknown, databaseUrl?: string): string | null {
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
  for (const [state, pattern, remedy] of LACKING) {
    const [found, first = '', second = ''] = (code === state && pattern.exec(message)) || [];
    if (found !== undefined) return remedy(first, roleOf(databaseUrl), second);
  }
  return (code !== null && REFUSALS[code]) || null;
}

/** The user of the address, as SQL. */
function roleOf(databaseUrl = ''): string {
  const name = /^postgres(?:ql)?:\/\/([^:@/?]+)(?::[^/?@]*)?@/.exec(databaseUrl)?.[1];
  if (name === undefined) return 'the role of DATABASE_URL';
  return `"${decodeURIComponent(name).replaceAll('"', '""')}"`;
}
