import { EXIT } from '../../outcome/exit-codes.js';
import { CommandFault } from '../../outcome/failures.js';
import type { SetupNames } from './setup-names.js';
import type { LocalPostgres } from './local-postgres.js';
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
  /** who asks */
  readonly account: string;
  /** which of the roles are there */
  readonly roles: readonly string[];
  /** `null`: there is no such database */
  readonly databaseOwner: string | null;
}

/** @throws CommandFault when a setup cannot work there */
export async function usableServer(
  postgres: LocalPostgres,
  names: SetupNames,
): Promise<ServerFacts> {
  const facts = JSON.parse(await postgres.run('postgres', factsSql(names))) as ServerFacts;
  const { version, versionText, addresses, superuser, account, databaseOwner } = facts;
  if (version < OLDEST) {
    throw fault(`PostgreSQL 13 or newer is needed; this is ${versionText}`, null);
  }
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
  if (databaseOwner !== null && databaseOwner !== names.owner) {
    const message = `There is a database ${names.database} already, which belongs to ${databaseOwner}`;
    throw new CommandFault(EXIT.exists, 'exists', message, 'Choose another name with --name');
  }
  return facts;
}

const fault = (message: string, help: string | null): CommandFault =>
  new CommandFault(EXIT.configuration, 'configuration', message, help);
