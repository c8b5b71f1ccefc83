import { ownCommand } from '@chat-admin/configuration/own-command';
import type { DomainError } from '@chat-admin/domain/shared/domain-error';
import { DOMAIN_EXITS } from './domain-exits.js';
import { EXIT } from './exit-codes.js';

/** What a command tells of an error. */
export interface Failure {
  readonly exit: number;
  /** one word for programs */
  readonly code: string;
  readonly message: string;
  /** what to do */
  readonly help: string | null;
}

/** A word on the command line that cannot be used. */
export class UnusableWord extends Error {}

/** Why a command cannot do its work, said by itself. */
export class CommandFault extends Error implements Failure {
  constructor(
    readonly exit: number,
    readonly code: string,
    message: string,
    readonly help: string | null,
  ) {
    super(message);
  }
}

/** What needs `--force`. */
export class NotForced extends Error {}

/** Loads what knows the errors only once there is one. */
export async function failureOf(error: unknown): Promise<Failure> {
  if (error instanceof UnusableWord) {
    return { exit: EXIT.usage, code: 'usage', message: error.message, help: null };
  }
  if (error instanceof CommandFault) return error;
  if (error instanceof NotForced) {
    return { exit: EXIT.notAllowed, code: 'not-forced', message: error.message, help: null };
  }
  const { ConfigurationFaults } = await import('@chat-admin/configuration/load-config');
  const { DatabaseUnreachable } = await import('@chat-admin/launcher/reachable-database');
  const { isDatabaseAway } = await import('@chat-admin/persistence/database/database-away');
  const { PendingMigrations } = await import('@chat-admin/persistence/schema/migrate');
  const { ImportRunning } = await import('@chat-admin/persistence/schema/prepare-database');
  const { NewerProgramNeeded } = await import('@chat-admin/persistence/schema/schema-state');
  const { DomainError } = await import('@chat-admin/domain/shared/domain-error');
  const message = error instanceof Error ? error.message : 'unknown reason';
  if (error instanceof DomainError) return ofDomain(error);
  if (error instanceof ConfigurationFaults) {
    const help = `"${ownCommand('config print')}" says what is set, and where.`;
    return { exit: EXIT.configuration, code: 'configuration', message, help };
  }
  if (error instanceof NewerProgramNeeded) {
    return { exit: EXIT.configuration, code: 'newer-program-needed', message, help: null };
  }
  if (error instanceof ImportRunning) {
    return { exit: EXIT.tryLater, code: 'import-running', message, help: null };
  }
  if (error instanceof PendingMigrations) {
    return { exit: EXIT.migrationsPending, code: 'migrations-pending', message, help: null };
  }
  const away = error instanceof DatabaseUnreachable || isDatabaseAway(causeOf(error));
  if (away) {
    const help =
      'DATABASE_URL names the database; without it, DATA_DIR the folder of the embedded one.';
    return { exit: EXIT.unreachable, code: 'unreachable', message, help };
  }
  return { exit: EXIT.failed, code: 'failed', message, help: null };
}

function ofDomain({ code, kind, message, resource, detail }: DomainError): Failure {
  const exit = DOMAIN_EXITS[kind];
  return { exit, code, message: resource ? `${message}: ${resource}` : message, help: detail };
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? (error.cause ?? error) : error;
}
