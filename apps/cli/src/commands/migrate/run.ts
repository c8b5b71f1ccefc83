import { ownCommand } from '@chat-admin/configuration/own-command';
import { withDatabase } from '@chat-admin/launcher/reachable-database';
import { PendingMigrations } from '@chat-admin/persistence/schema/migrate';
import { report } from '../../program/action.js';
import type { Action, ReportOptions } from '../../program/action.js';
import { EXIT } from '../../outcome/exit-codes.js';
import { addressed, onDatabase } from '../../database/on-database.js';
import { prepare } from '../../database/prepare.js';

export interface MigrateOptions extends ReportOptions {
  readonly check?: true;
}

/** What the start of the API does to the database. */
export const migrate: Action<MigrateOptions> = async (options, terminal) => {
  if (options.check) return check(options, terminal);
  return withDatabase(terminal.environment, async (url) => {
    const { fresh } = await prepare(addressed(terminal.environment, url));
    const filled = fresh ? [`It was empty: "${ownCommand('secret show')}" prints its secret.`] : [];
    report(terminal, options, { fresh }, ['The database is ready for this version.', ...filled]);
    return EXIT.done;
  });
};

const check: Action<MigrateOptions> = async (options, terminal) => {
  const described = { command: 'migrate --check', object: '/' };
  try {
    return await onDatabase(terminal.environment, described, async () => {
      report(terminal, options, { pending: [] }, ['Nothing is pending.']);
      return EXIT.done;
    });
  } catch (error) {
    if (!(error instanceof PendingMigrations)) throw error;
    report(terminal, options, { pending: error.names }, error.names);
    return EXIT.migrationsPending;
  }
};
