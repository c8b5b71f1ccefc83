import { PROGRAM_VERSION } from '@chat-admin/persistence/schema/program';
import { ownCommand } from '@chat-admin/configuration/own-command';
import type { Command } from 'commander';
import type { Run } from './action.js';
import { addAccessCommands } from '../commands/access/declare.js';
import { addAccountCommands } from '../commands/accounts/declare.js';
import { addAdminCommands } from '../commands/admin/declare.js';
import { addAuditCommands } from '../commands/audit/declare.js';
import { addBackupCommand } from '../commands/backup/declare.js';
import { addCertificateCommands } from '../commands/certificate/declare.js';
import { addConsoleCommands } from '../commands/console/declare.js';
import { addChatServerCommand } from '../commands/chatservers/declare.js';
import { addConfigCommands } from '../commands/config/declare.js';
import { addDatabaseCommands } from '../commands/migrate/declare.js';
import { addDirectoryCommands } from '../commands/directory/declare.js';
import { addDoctorCommand } from '../commands/doctor/declare.js';
import { addGroupCommands } from '../commands/group/declare.js';
import { addHealthCommand } from '../commands/health/declare.js';
import { addExportCommands } from '../commands/export/declare.js';
import { addImportCommands } from '../commands/import/declare.js';
import { addKeyCommands } from '../commands/key/declare.js';
import { addMoveCommand } from '../commands/move/declare.js';
import { addPersonCommands } from '../commands/person/declare.js';
import { addPropertyCommands } from '../commands/property/declare.js';
import { addHoldCommands } from '../commands/hold/declare.js';
import { addRetentionCommands } from '../commands/retention/declare.js';
import { addServiceCommands } from '../commands/services/declare.js';
import { addSecretCommands } from '../commands/secret/declare.js';
import { addSetupCommand } from '../commands/setup/declare.js';
import { Program } from './command.js';
import type { Typed } from './command.js';
import { addUserCommands } from '../commands/user/declare.js';
import { addCompletionCommand } from '../commands/completion/declare.js';

const GROUPS = [
  addServiceCommands,
  addSetupCommand,
  addCertificateCommands,
  addConfigCommands,
  addDatabaseCommands,
  addHealthCommand,
  addDoctorCommand,
  addChatServerCommand,
  addAccessCommands,
  addConsoleCommands,
  addSecretCommands,
  addKeyCommands,
  addPropertyCommands,
  addRetentionCommands,
  addHoldCommands,
  addAdminCommands,
  addUserCommands,
  addGroupCommands,
  addAccountCommands,
  addPersonCommands,
  addDirectoryCommands,
  addAuditCommands,
  addBackupCommand,
  addImportCommands,
  addMoveCommand,
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
