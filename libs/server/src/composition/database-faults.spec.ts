import { ConfigurationFaults } from '@chat-admin/configuration/load-config';
import { OtherDomain } from '@chat-admin/persistence/schema/prepare-database';
import { UnusableDatabase } from '@chat-admin/persistence/schema/unusable-database';
import { databaseReason, openingFault } from './database-faults.js';

const failed = (message: string, code?: string) => Object.assign(new Error(message), { code });

describe('openingFault', () => {
  it.each<[string, Error, string]>([
    [
      'another domain',
      new OtherDomain('localhost', 'example.test'),
      'XMPP_DOMAIN: the database was created for localhost; unset it, or use a fresh database',
    ],
    [
      'a server that is too old',
      new UnusableDatabase('PostgreSQL 12.1 is too old, 13 is the oldest supported'),
      'DATABASE_URL: PostgreSQL 12.1 is too old, 13 is the oldest supported',
    ],
    [
      'a wrong password',
      failed('password authentication failed for user "chat"', '28P01'),
      'DATABASE_URL: the database rejects the user or the password',
    ],
    [
      'a user that may not come from here',
      failed('no pg_hba.conf entry for host "192.0.2.1", user "chat"', '28000'),
      'DATABASE_URL: the database does not admit this user, host or connection without TLS; see its log',
    ],
    [
      'a password that is missing',
      failed('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'),
      'DATABASE_URL: the database requires a password, and the address has none',
    ],
    [
      'a certificate of an unknown authority',
      failed('self-signed certificate in certificate chain', 'SELF_SIGNED_CERT_IN_CHAIN'),
      'DATABASE_URL: the certificate of the database cannot be verified (SELF_SIGNED_CERT_IN_CHAIN): ' +
        'name its CA file in NODE_EXTRA_CA_CERTS, or as sslrootcert=… in DATABASE_URL',
    ],
    [
      'a certificate for another host',
      failed("Hostname/IP does not match certificate's altnames", 'ERR_TLS_CERT_ALTNAME_INVALID'),
      'DATABASE_URL: the certificate of the database is for another host',
    ],
    [
      'a server without TLS',
      failed('The server does not support SSL connections'),
      'DATABASE_URL: the database does not support TLS, which sslmode requires',
    ],
    [
      'a database that is not there',
      failed('database "chat" does not exist', '3D000'),
      `DATABASE_URL: there is no database "chat"; as a superuser: create database "chat" encoding 'UTF8' template template0`,
    ],
    [
      'a right in a schema',
      failed('permission denied for schema public', '42501'),
      'DATABASE_URL: a right is missing; as its owner: grant usage, create on schema public to "Chat 1"',
    ],
    [
      'a right on a table',
      failed('permission denied for table account', '42501'),
      'DATABASE_URL: a right is missing; as its owner: grant select, insert, update, delete on account to "Chat 1"',
    ],
    [
      'a right to a function',
      failed('permission denied for function notify_schema', '42501'),
      'DATABASE_URL: a right is missing; as its owner: grant all on function notify_schema to "Chat 1"',
    ],
    [
      'a table of somebody else',
      failed('must be owner of table account', '42501'),
      'DATABASE_URL: the role "Chat 1" is not the owner of table account; connect as the owner',
    ],
    [
      'a table of something else',
      failed('relation "account" already exists', '42P07'),
      'DATABASE_URL: holds a table "account" of something else: use a database of its own',
    ],
  ])('names the setting for %s', (_case, error, fault) => {
    const told = openingFault(error, 'postgres://Chat%201:hidden@h/chat');
    expect(told).toBeInstanceOf(ConfigurationFaults);
    expect((told as ConfigurationFaults).faults).toEqual([fault]);
  });

  it.each<[string, Error, string]>([
    [
      'nobody listens',
      failed('connect ECONNREFUSED 192.0.2.1:5432', 'ECONNREFUSED'),
      'reached: connect ECONNREFUSED 192.0.2.1:5432',
    ],
    [
      'nobody listens on any address of the host',
      Object.assign(new AggregateError([failed('connect ECONNREFUSED ::1:5432', 'ECONNREFUSED')]), {
        code: 'ECONNREFUSED',
      }),
      'reached: connect ECONNREFUSED ::1:5432',
    ],
    ['nobody answers', failed('timeout expired'), 'reached: timeout expired'],
    [
      'it starts up',
      failed('the database system is starting up', '57P03'),
      'reached: the database system is starting up (57P03)',
    ],
    [
      'the certificate has expired, which the database has to mend',
      failed('certificate has expired', 'CERT_HAS_EXPIRED'),
      'prepared: certificate has expired (CERT_HAS_EXPIRED)',
    ],
  ])('suggests a retry when %s', (_case, error, reason) => {
    const told = openingFault(error);
    expect(told).not.toBeInstanceOf(ConfigurationFaults);
    expect(told.message).toBe(`The database cannot be ${reason}`);
  });
});

describe('databaseReason', () => {
  it.each<[unknown, string]>([
    [failed('Connection terminated unexpectedly'), 'Connection terminated unexpectedly'],
    [failed('terminating connection', '57P01'), 'terminating connection (57P01)'],
    [failed('', 'ECONNRESET'), '(ECONNRESET)'],
    [{ driverError: failed('inside', '57P02') }, 'inside (57P02)'],
    [null, 'unknown reason'],
    ['text', 'unknown reason'],
  ])('of %p is %s', (error, reason) => {
    expect(databaseReason(error)).toBe(reason);
  });
});
