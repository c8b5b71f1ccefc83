import { PROGRAM_VERSION } from '@chat-admin/persistence/schema/program';
import { ownCommand } from '@chat-admin/configuration/own-command';
import type { Command } from 'commander';
import type { Run } from './action.js';
import { addAccessCommands } from './commands/access.js';
import { addAccountCommands } from './commands/accounts.js';
import { addAdminCommands } from './commands/admin.js';
import { addAuditCommands } from './commands/audit.js';
import { addBackupCommand } from './commands/backup.js';
import { addConfigCommands } from './commands/config.js';
import { addDatabaseCommands } from './commands/database.js';
import { addDoctorCommand } from './commands/doctor.js';
import { addHealthCommand } from './commands/health.js';
import { addExportCommands } from './commands/export.js';
import { addImportCommands } from './commands/import.js';
import { addKeyCommands } from './commands/key.js';
import { addPersonCommands } from './commands/person.js';
import { addPropertyCommands } from './commands/property.js';
import { addServiceCommands } from './commands/services.js';
import { addSecretCommands } from './commands/secret.js';
import { addSetupCommand } from './commands/setup.js';
import { Program } from './commands/options.js';
import type { Typed } from './commands/options.js';
import { addUserCommands } from './commands/user.js';
import { addCompletionCommand } from './commands/completion.js';

const GROUPS = [
  addServiceCommands,
  addSetupCommand,
  addConfigCommands,
  addDatabaseCommands,
  addHealthCommand,
  addDoctorCommand,
  addAccessCommands,
  addSecretCommands,
  addKeyCommands,
  addPropertyCommands,
  addAdminCommands,
  addUserCommands,
  addAccountCommands,
  addPersonCommands,
  addAuditCommands,
  addBackupCommand,
  addImportCommands,
  addExportCommands,
  addCompletionCommand,
];

/** All commands, with their options and help. @param typed how the help shows them; default: as they are typed here */
export function programOf(run: Run, typed: Typed = ownCommand): Command {
  const program: Command = new Program(typed)
    .description(
      'Runs chat-admin, and administers it on its database, also while the API does not answer',
    )
    .version(PROGRAM_VERSION, '-V, --version', 'prints the version')
    .exitOverride();
  for (const add of GROUPS) add(program, run);
  return program;
}
