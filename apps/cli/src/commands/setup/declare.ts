import type { Command } from 'commander';
import type { Run } from '../../program/action.js';
import { command } from '../../program/command.js';
import type { SetupOptions } from './setup-options.js';

/** `setup` */
export function addSetupCommand(program: Command, run: Run): void {
  const code = () => import('./run.js');
  command(
    program,
    'setup',
    'creates roles, database and secret files for the PostgreSQL of this machine or another one; safe to repeat: adds what is missing',
    'setup --local --domain example.org',
  )
    .option('--local', 'creates them, as root or as a superuser of PostgreSQL')
    .option(
      '--server <address>',
      'creates them on another machine, as the role of postgres://role@host/postgres: CREATEROLE and CREATEDB suffice',
    )
    .option(
      '--without-roles',
      'with --server: the provider has made roles and database; the address names the owner and the database, the files of --directory the others',
    )
    .option(
      '--cluster <file>',
      'with --machine: writes the files of one of several machines that serve the domain together, as cluster.yaml describes them',
    )
    .option('--machine <name>', 'with --cluster: which of its machines this is')
    .option('--root <folder>', 'with --cluster: writes the files below this directory', '/')
    .option(
      '--print',
      'changes nothing; prints the SQL for psql on another machine, or with --cluster the files, without secrets',
    )
    .option(
      '--domain <domain>',
      'the XMPP domain, which you cannot change later; by default XMPP_DOMAIN',
    )
    .option(
      '--administrator <name>',
      'creates this user as the first administrator, and prints the password',
    )
    .option('--name <name>', 'name of the database and, with suffixes, of the roles', 'chat')
    .option('--directory <folder>', 'directory for settings and secrets', '/etc/chat-admin')
    .action((options: SetupOptions) => run(async () => (await code()).setup, options));
}
