import { programOf } from '@chat-admin/cli/program/program';

type Command = ReturnType<typeof programOf>;

/** Without the one that each has. */
const HELP = /^-h, --help$/;

/** All commands with arguments, options and an example, from their help. */
export function commandsText(): string {
  const program = programOf(
    () => Promise.resolve(),
    (words) => `chat-admin ${words}`,
  );
  return program.commands.flatMap((command) => sections(command, 'chat-admin')).join('\n\n');
}

function sections(command: Command, parent: string): readonly string[] {
  const name = `${parent} ${command.name()}`;
  if (command.commands.length > 0) return command.commands.flatMap((one) => sections(one, name));
  const help = command.createHelp();
  const shown = [
    ...help.visibleArguments(command).map((one) => [help.argumentTerm(one), one.description]),
    ...help.visibleOptions(command).map((one) => [one.flags, help.optionDescription(one)]),
  ].filter(([term]) => !HELP.test(term!));
  const rows = shown.map(([term, what]) => `| \`${term}\` | ${what!.replaceAll('|', '\\|')} |`);
  const table = rows.length === 0 ? [] : ['', '| Argument | Meaning |', '| --- | --- |', ...rows];
  const example = ['', '```', exampleOf(command), '```'];
  return [[`## ${name}`, '', `${upper(command.description())}.`, ...example, ...table].join('\n')];
}

function exampleOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (written) => (text += written) }).outputHelp();
  return /^Examples?:\s*(.*\S)\s*$/ms.exec(text)![1]!.replaceAll(/^ +/gm, '');
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
