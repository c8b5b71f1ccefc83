import { programOf } from '@chat-admin/cli/program/program';
import { table } from './tables.js';

type Command = ReturnType<typeof programOf>;

/** What the page says once, of all. */
const OF_ALL = /^-h, --help |^--json one JSON document$/;

/** Commands of a group that share an option, from which on it stands in the section of the group. */
const SHARED_BY = 3;

interface Row {
  readonly term: string;
  readonly what: string;
}

interface Section {
  readonly name: string;
  readonly command: Command;
  readonly rows: readonly Row[];
}

/** A table of contents, then all commands with arguments, options and an example, from their help. */
export function commandsText(): string {
  const program = programOf(
    () => Promise.resolve(),
    (words) => `chat-admin ${words}`,
  );
  const groups = program.commands.map((command) => sectionsOf(command, 'chat-admin'));
  return [contentsOf(groups), ...groups.flatMap(groupText)].join('\n\n');
}

function sectionsOf(command: Command, parent: string): readonly Section[] {
  const name = `${parent} ${command.name()}`;
  if (command.commands.length > 0) return command.commands.flatMap((one) => sectionsOf(one, name));
  const help = command.createHelp();
  const rows = [
    ...help.visibleArguments(command).map((one) => [help.argumentTerm(one), one.description]),
    ...help.visibleOptions(command).map((one) => [one.flags, help.optionDescription(one)]),
  ].map(([term, what]) => ({ term: term!, what: what! }));
  return [{ name, command, rows: rows.filter((row) => !OF_ALL.test(textOf(row))) }];
}

const contentsOf = (groups: readonly (readonly Section[])[]): string =>
  table(
    ['Command', 'What it does'],
    groups
      .flat()
      .map(({ name, command }) => [
        `[\`${name.replace(/^chat-admin /, '')}\`](#${name.replaceAll(' ', '-')})`,
        upper(command.description()),
      ]),
  );

/** What several commands of a group take stands once, above them. */
function groupText(group: readonly Section[]): readonly string[] {
  const families = new Set(group.map(familyOf));
  return [...families].flatMap((family) => {
    const members = group.filter((member) => familyOf(member) === family);
    const shared = sharedRows(members);
    const takers = members.filter((member) => takes(member, shared));
    const names = takers.map(({ command }) => `\`${command.name()}\``).join(', ');
    const head = `## Options of ${family}\n\nOf ${names}:\n\n${argumentTable(shared)}`;
    const above = shared.length > 0 ? [head] : [];
    return [...above, ...members.map((member) => sectionText(member, shared, family))];
  });
}

/** Rows that are the same in several commands, in their order; none, if a table of its own is not worth it. */
function sharedRows(members: readonly Section[]): readonly Row[] {
  const texts = members.flatMap(({ rows }) => rows.map(textOf));
  const times = (text: string): number => texts.filter((other) => other === text).length;
  const longest = members.reduce(
    (long, { rows }) => (rows.length > long.length ? rows : long),
    [] as readonly Row[],
  );
  const shared = longest.filter((row) => times(textOf(row)) >= SHARED_BY);
  return shared.length >= SHARED_BY ? shared : [];
}

const takes = ({ rows }: Section, shared: readonly Row[]): boolean =>
  shared.every((row) => rows.some((own) => textOf(own) === textOf(row)));

function sectionText(section: Section, shared: readonly Row[], family: string): string {
  const { name, command, rows } = section;
  const isTaker = shared.length > 0 && takes(section, shared);
  const apart = new Set(isTaker ? shared.map(textOf) : []);
  const own = rows.filter((row) => !apart.has(textOf(row)));
  const link = `[the options of ${family}](#options-of-${family.replaceAll(' ', '-')})`;
  return [
    `## ${name}`,
    `${upper(command.description())}.`,
    `\`\`\`\n${exampleOf(command)}\n\`\`\``,
    ...(own.length > 0 ? [argumentTable(own)] : []),
    ...(isTaker ? [`${own.length > 0 ? 'And' : 'It takes'} ${link}.`] : []),
  ].join('\n\n');
}

const argumentTable = (rows: readonly Row[]): string =>
  table(
    ['Argument', 'Meaning'],
    rows.map(({ term, what }) => [`\`${term}\``, what.replaceAll('|', '\\|')]),
  );

function exampleOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (written) => (text += written) }).outputHelp();
  return /^Examples?:\s*(.*\S)\s*$/ms.exec(text)![1]!.replaceAll(/^ +/gm, '');
}

const familyOf = ({ name }: Section): string => name.replace(/ [^ ]+$/, '');

const textOf = ({ term, what }: Row): string => `${term} ${what}`;

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
