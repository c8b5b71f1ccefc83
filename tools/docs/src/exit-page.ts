import { DOMAIN_EXITS } from '@chat-admin/cli/outcome/domain-exits';
import { EXIT } from '@chat-admin/cli/outcome/exit-codes';
import type { ExitCode } from '@chat-admin/cli/outcome/exit-codes';
import { ERRORS } from '@chat-admin/domain/shared/declared-errors';

const MEANINGS: Readonly<Record<ExitCode, string>> = {
  [EXIT.done]: 'success',
  [EXIT.failed]: 'it failed, or has found something',
  [EXIT.migrationsPending]: 'the database has to be prepared: `chat-admin migrate`',
  [EXIT.usage]: 'the command line cannot be understood, or a value in it cannot be used',
  [EXIT.notFound]: 'what it names is not there, or a file cannot be read',
  [EXIT.unreachable]: 'the database, the chat server or a service cannot be reached',
  [EXIT.exists]: 'there is one already, or something of another user',
  [EXIT.tryLater]: 'try again later',
  [EXIT.notAllowed]: 'not allowed',
  [EXIT.configuration]: 'the settings have faults, which are named',
};

/** What each code means, and which errors of the service end with it. */
export function exitsTable(): string {
  const rows = Object.entries(MEANINGS).map(
    ([exit, meaning]) => `| ${exit} | ${meaning} | ${codesWith(Number(exit)).join(', ')} |`,
  );
  return ['| Exit code | Meaning | Codes |', '| --- | --- | --- |', ...rows].join('\n');
}

const codesWith = (exit: number): readonly string[] =>
  Object.entries(ERRORS)
    .filter(([, { kind }]) => DOMAIN_EXITS[kind] === exit)
    .map(([code]) => `\`${code}\``)
    .sort();
