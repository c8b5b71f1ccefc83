import { EXIT } from '../../outcome/exit-codes.js';
import { CommandFault } from '../../outcome/failures.js';
import type { SetupNames } from './setup-names.js';
import type { SetupServer } from './local-postgres.js';
import { factsSql } from './setup-sql.js';

const OLDEST = 130_000;
/** Where a service on this machine finds the server at 127.0.0.1. */
const REACHABLE = new Set(['*', '0.0.0.0', 'localhost', '127.0.0.1']);

export interface ServerFacts {
  readonly version: number;
  readonly versionText: string;
  readonly port: number;
  /** `listen_addresses` */
  readonly addresses: string;
  readonly superuser: boolean;
  readonly makesRoles: boolean;
  readonly makesDatabases: boolean;
  /** who asks */
  readonly account: string;
  /** which of the roles are there */
  readonly roles: readonly string[];
  /** `null`: there is no such database */
  readonly databaseOwner: string | null;
}

/** The server of this machine. @throws CommandFault when a setup cannot work there */
export async function localServer(postgres: SetupServer, names: SetupNames): Promise<ServerFacts> {
  const facts = await factsOf(postgres, 'postgres', names);
  const { addresses, superuser, account } = facts;
  if (!superuser) {
    const message = `The role ${account} is no superuser of PostgreSQL`;
    throw new CommandFault(EXIT.notAllowed, 'not-allowed', message, 'Run it as root');
  }
  if (!addresses.split(',').some((address) => REACHABLE.has(address.trim()))) {
    throw fault(
      `PostgreSQL does not listen on 127.0.0.1 (listen_addresses is "${addresses}")`,
      "As its superuser: alter system set listen_addresses = 'localhost', then restart it",
    );
  }
  return facts;
}

/**
 * A server elsewhere, whose superuser belongs to a provider.
 * @param database that the address names
 * @param makesRoles whether the setup makes roles and database
 * @throws CommandFault
 */
export async function namedServerFacts(
  postgres: SetupServer,
  database: string,
  names: SetupNames,
  makesRoles: boolean,
): Promise<ServerFacts> {
  const facts = await factsOf(postgres, database, names);
  const { account, superuser, databaseOwner } = facts;
  const refuse = (what: string, right: string) => {
    const message = `The role ${account} may not create ${what} (${right})`;
    throw new CommandFault(EXIT.notAllowed, 'not-allowed', message, WITHOUT_ROLES);
  };
  if (makesRoles && !superuser && !facts.makesRoles) refuse('roles', 'CREATEROLE');
  if (makesRoles && !superuser && !facts.makesDatabases && databaseOwner === null)
    refuse('databases', 'CREATEDB');
  return facts;
}

const WITHOUT_ROLES =
  'Where the provider makes roles and database: --without-roles, with the owner of the database in the address';

async function factsOf(
  postgres: SetupServer,
  database: string,
  names: SetupNames,
): Promise<ServerFacts> {
  const facts = JSON.parse(await postgres.run(database, factsSql(names))) as ServerFacts;
  const { version, versionText, databaseOwner } = facts;
  if (version < OLDEST) {
    throw fault(`PostgreSQL 13 or newer is needed; this is ${versionText}`, null);
  }
  if (databaseOwner !== null && databaseOwner !== names.owner) {
    const message = `There is a database ${names.database} already, which belongs to ${databaseOwner}`;
    throw new CommandFault(EXIT.exists, 'exists', message, 'Choose another name with --name');
  }
  return facts;
}

const fault = (message: string, help: string | null): CommandFault =>
  new CommandFault(EXIT.configuration, 'configuration', message, help);
