import type { Command } from 'commander';
import type { Run } from '../../program/action.js';
import { withOwnCodes } from '../import/declare.js';
import { command } from '../../program/command.js';
import type { ChangesExportOptions, NdjsonExportOptions, Xep0227ExportOptions } from './run.js';

/** `export xep-0227 | ndjson | changes`. Exit codes: those of imports */
export function addExportCommands(program: Command, run: Run): void {
  const code = () => import('./run.js');
  const group = program
    .command('export')
    .description('Writes what is here as files that other programs read');
  const one = (name: string, description: string, example: string) =>
    withOwnCodes(command(group, name, description, example))
      .requiredOption('--out <dir>', 'folder that is made; it must not be there, or be empty')
      .option(
        '--engine-database <url>',
        "the database with the chat server's role, without password, where that of the services may not read its tables",
      )
      .option('--progress <form>', 'auto, plain, json or none', 'auto');
  one(
    'xep-0227',
    'writes people as XEP-0227: SCRAM keys, rosters, vCards, private XML, offline messages, block lists, PEP, archives',
    'export xep-0227 --out /srv/export',
  )
    .option('--user <names...>', 'these only')
    .option('--without-credentials', 'no keys, so that nobody can log in by them')
    .option('--with-shared', 'rosters have the contacts of shared groups, too')
    .option('--single-file', 'everybody in one file instead of one each')
    .option('--file-per-user', 'a whole document each, as Prosody reads them: NAME@DOMAIN.xml')
    .action((options: Omit<Xep0227ExportOptions, 'credentials'> & { withoutCredentials?: true }) =>
      run(async () => (await code()).EXPORT_ACTIONS.xep0227, {
        ...options,
        credentials: !options.withoutCredentials,
      }),
    );
  one(
    'ndjson',
    'writes system properties, users with their keys, roles, lockouts, groups, services, rooms, messages of rooms, audit, API keys and webhooks without secrets, as lines of JSON',
    'export ndjson --out /srv/rows --only users,groups',
  )
    .option('--only <kinds>', 'kinds to write, separated by commas')
    .option('--with-secrets', 'also system properties that are secrets, such as that of the API')
    .action((options: NdjsonExportOptions) =>
      run(async () => (await code()).EXPORT_ACTIONS.ndjson, options),
    );
  one(
    'changes',
    'writes what was changed since: accounts, passwords that were set, contacts, groups, rooms, by name and without values',
    'export changes --since 2026-11-22T08:00:00Z --out /srv/changes',
  )
    .requiredOption('--since <time>', 'such as 2026-11-22T08:00:00Z; events have to be kept since')
    .action((options: ChangesExportOptions) =>
      run(async () => (await code()).EXPORT_ACTIONS.changes, options),
    );
}
