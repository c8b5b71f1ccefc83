import { CommanderError } from 'commander';
import type { Command } from 'commander';
import type { Run } from '../../program/action.js';
import { IMPORT_EXIT } from './import-exits.js';
import { command } from '../../program/command.js';
import type { GivenOptions, ImportStateOptions } from './import-options.js';
import type { NdjsonImportOptions } from './ndjson-import.js';

const FORMS = [
  ['openfire', 'Openfire', 'postgres://reader@old.example/openfire'],
  ['xep-0227', 'files of XEP-0227', '/srv/export/users.xml'],
] as const;

const READING = [
  ['check', 'names what stands in the way, and what it will take; changes nothing'],
  [
    'rehearse',
    'does all of it into a database <name>_rehearsal, which it makes and drops, or empties where it was there',
  ],
  ['copy', 'copies while the old server runs; services and chat server of the target are stopped'],
  [
    'catch-up',
    'copies what has changed since; as often as wanted, the last time with the old server stopped',
  ],
  ['verify', 'compares source and target as API and chat server read it'],
] as const;

const REPORT = 'what did not come along, as lines of JSON; default:';
const REPORTS = {
  check: `${REPORT} moving-check.ndjson`,
  rehearse: `${REPORT} moving-report.ndjson`,
  copy: `${REPORT} moving-report.ndjson`,
  'catch-up': `${REPORT} that of the copy`,
  verify: `${REPORT} moving-verify.ndjson`,
} as const;

const ENDING = [
  ['finish', 'ends the import: destroys fingerprints, makes statistics, lets the services start'],
  ['status', 'shows how far an import is'],
  ['abandon', 'removes what an unfinished import has made; wants --yes'],
] as const;

const TARGET_OPTIONS = [
  ['--database <url>', 'target, without password; default: that of the settings'],
  [
    '--engine-database <url>',
    "the same with the chat server's role, where the owner may not write its tables",
  ],
] as const;

const WAY = [
  '--on-conflict <way>',
  'fail (default), keep or replace: a name that is here already',
] as const;
const PROPERTIES = ['--properties <prefix...>', 'system properties to move as well'] as const;
const YES_REMOVE = ['--yes-remove', 'removes however much has gone at the source'] as const;
const SOURCE = [
  '--source <source>',
  'postgres://, mysql:// or mariadb:// without password; a folder or file; https:// of a REST API; default: what openfire.xml names, else that of the copy',
] as const;

/** Where an Openfire is, beside `--source`. */
export const PLACE_OPTIONS = [
  ['--openfire-home <dir>', 'its folder, for conf/security.xml and conf/openfire.xml'],
  ['--source-password-file <file>', 'file that holds the password of the source'],
  ['--secret-file <file>', 'file that holds the shared secret of a running server'],
] as const;

const SOURCE_OPTIONS = [
  ...PLACE_OPTIONS,
  ...TARGET_OPTIONS,
  ['--only <kinds>', 'kinds to move, separated by commas'],
  ['--except <kinds>', 'kinds to leave out'],
  ['--with-archive', 'moves conversations between two people, too; in all commands the same'],
  [
    '--since <time>',
    'of audit, messages and archive only what is newer, instead of the stored mark',
  ],
  ['--messages-since <time>', 'of conversations only what is newer; in all commands the same'],
  [
    '--new-passwords <file>',
    'random passwords for accounts without one, as lines "name:password" of this file',
  ],
  ['--domain <old=new>', 'changes all addresses of a source of another domain'],
  [
    '--rename <old=new...>',
    'gives an account, a room (name@service) or a contact (its address) another name, wherever the source names it; before the copy',
  ],
  ['--rename-file <file>', 'the same, as lines old=new of a file'],
  ['--accept-foreign-providers', 'moves the tables although data lie elsewhere'],
  ['--accept-name-passwords', 'takes passwords of XEP-0227 that are the name'],
  ['--probe <file>', 'of rehearse: lines "name:password" that are to log in'],
  ['--jobs <n>', 'passwords that are derived at once; default: cores less one'],
] as const;

/** What the guide takes. */
export const MOVE_OPTIONS: readonly (readonly [string, string])[] = [
  SOURCE,
  ...SOURCE_OPTIONS.filter(([flags]) => !/^--(since|probe)/.test(flags)),
  WAY,
  PROPERTIES,
  YES_REMOVE,
];

/** `import openfire | xep-0227 … | ndjson`. Exit codes: {@link IMPORT_EXIT} */
export function addImportCommands(program: Command, run: Run): void {
  const code = () => import('./run.js');
  const group = program
    .command('import')
    .description(
      'Moves the data of another server in: check, rehearse, copy, catch-up, verify, finish',
    );
  addNdjson(group, run);
  for (const [form, title, source] of FORMS) {
    const ofForm = group.command(form).description(`From ${title}`);
    for (const [name, description] of READING) {
      const example = `import ${form} ${name} --source ${source}`;
      const one = withOwnCodes(command(ofForm, name, description, example)).option(...SOURCE);
      for (const [flags, text] of SOURCE_OPTIONS) one.option(flags, text);
      one
        .option(...WAY)
        .option('--dry-run', 'reads and maps all, writes nothing')
        .option('--report <file>', REPORTS[name])
        .option('--progress <form>', 'auto, plain, json or none', 'auto')
        .option(...PROPERTIES)
        .option(...YES_REMOVE)
        .option('--yes', 'asks nothing')
        .action((options: Omit<GivenOptions, 'form'>) =>
          run(async () => (await code()).IMPORT_ACTIONS[name], { ...options, form }),
        );
    }
    for (const [name, description] of ENDING) {
      const example = `import ${form} ${name}${name === 'abandon' ? ' --yes' : ''}`;
      const one = withOwnCodes(command(ofForm, name, description, example));
      for (const [flags, text] of TARGET_OPTIONS) one.option(flags, text);
      one
        .option('--yes', 'asks nothing')
        .action((options: ImportStateOptions) =>
          run(async () => (await code()).STATE_ACTIONS[name], options),
        );
    }
  }
}

function addNdjson(group: Command, run: Run): void {
  const example = 'import ndjson --source /srv/rows';
  const what =
    'reads what "export ndjson" has written into a database without users, groups and rooms: all of it or nothing';
  withOwnCodes(command(group, 'ndjson', what, example))
    .requiredOption('--source <dir>', 'the folder')
    .option(...TARGET_OPTIONS[0])
    .option('--only <kinds>', 'kinds to read, separated by commas; default: all that are there')
    .option('--dry-run', 'does all of it, and undoes it')
    .option('--progress <form>', 'auto, plain, json or none', 'auto')
    .action((options: NdjsonImportOptions) =>
      run(async () => (await import('./ndjson-import.js')).importOfNdjson, options),
    );
}

/** Of imports and exports. */
export function withOwnCodes(one: Command): Command {
  return one.exitOverride((error) => {
    const exit = error.exitCode === 0 ? 0 : IMPORT_EXIT.refused;
    throw new CommanderError(exit, error.code, error.message);
  });
}
