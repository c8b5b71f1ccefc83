import { programOf } from '@chat-admin/cli/program/program';

type Command = ReturnType<typeof programOf>;

/** The manual page of the command `chat-admin`, section 8. @param version shown at its foot */
export function manPage(version: string): string {
  const program = programOf(
    async () => undefined,
    (words) => `chat-admin ${words}`,
  );
  const sections = [
    ['.TH CHAT-ADMIN 8 "" ', quoted(`chat-admin ${version}`)].join(''),
    `.SH NAME\nchat-admin \\- ${escaped(lowerFirst(program.description()))}`,
    '.SH SYNOPSIS\n.B chat-admin\n.I command\n[options]',
    `.SH COMMANDS\n${leavesOf(program).map(entry).join('\n')}`,
    EXIT_CODES,
    FILES,
  ];
  return `${sections.join('\n')}\n`;
}

const EXIT_CODES = `.SH EXIT STATUS
.TP
.B 0
done
.TP
.B 1
failed, or a check found something
.TP
.B 3
migrations are pending
.TP
.B 64
used wrongly
.TP
.B 66
there is no such thing
.TP
.B 69
the database cannot be reached
.TP
.B 73
it exists already
.TP
.B 75
try later
.TP
.B 77
not allowed
.TP
.B 78
the configuration is invalid`;

const FILES = `.SH FILES
.TP
.I /etc/chat\\-admin/chat\\-admin.conf
settings
.TP
.I /etc/chat\\-admin/credentials
secrets, a file each`;

/** Commands that do something, with all their words. */
function leavesOf(command: Command, words: readonly string[] = []): readonly [string, Command][] {
  return command.commands.flatMap((below) => {
    const name = [...words, below.name()];
    return below.commands.length > 0 ? leavesOf(below, name) : [[name.join(' '), below] as const];
  }) as readonly [string, Command][];
}

function entry([name, command]: readonly [string, Command]): string {
  const values = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );
  const options = command.options.flatMap((option) => [
    '.RS\n.TP',
    `.B ${escaped(option.flags)}`,
    escaped(option.description),
    '.RE',
  ]);
  const head = [`.B ${escaped(name)}`, ...values.map(escaped)].join(' ');
  return ['.TP', head, escaped(command.description()), ...options].join('\n');
}

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('-', '\\-').replace(/^[.']/, '\\&$&');

const quoted = (text: string): string => `"${escaped(text)}"`;

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
