import { readFile } from 'node:fs/promises';
import { ownCommand } from '@chat-admin/configuration/own-command';
import type { ReportCode, ReportEntry } from '@chat-admin/moving/report';

const MOST_NAMES = 10;

/** What the operator has to look after, in order of what matters. */
const WORTH: readonly (readonly [title: string, codes: readonly ReportCode[], what: string])[] = [
  [
    'The default password of Openfire',
    ['default-password'],
    `change it: ${ownCommand('user passwd NAME --generate')}`,
  ],
  [
    'Passwords that cannot be used here',
    ['password-unusable', 'password-undecryptable', 'password-is-name'],
    `set one: ${ownCommand('user passwd NAME --generate')}`,
  ],
  [
    'Cannot come along under their names, with all that is theirs',
    ['name-invalid', 'name-twice'],
    'make them anew under another name',
  ],
  ['Have another name here', ['renamed', 'room-renamed'], 'tell those who use them'],
  ['Kept as it was here', ['conflict', 'changed-here'], 'compare'],
  [
    'Settings that scripts of the old server need',
    ['property-proposed'],
    `set what they need: ${ownCommand('property set KEY VALUE')}`,
  ],
  [
    'Components and other servers',
    ['connection-dropped'],
    'write them into the configuration of Prosody',
  ],
];

/** Of `finish`, by kind. */
export type Moved = Readonly<Record<string, number>>;

/** @param without accounts without any password @param report file of the last pass, which may be gone */
export async function toDo(without: readonly string[], report: string): Promise<readonly string[]> {
  const lines: string[] = [];
  if (without.length > 0) {
    lines.push(
      `Nobody can sign in as these until a password is set: ${shown(without)}`,
      `   ${ownCommand('user passwd NAME --generate')}`,
    );
  }
  const text = await readFile(report, 'utf8').catch((error: NodeJS.ErrnoException) => {
    lines.push(
      `The report of the last pass, which names what did not come along, cannot be read (${error.code}): ${report}`,
    );
    return '';
  });
  const entries = entriesIn(text);
  for (const [title, codes, what] of WORTH) {
    const found = entries.filter(({ code }) => codes.includes(code));
    if (found.length === 0) continue;
    const isProposal = codes.includes('property-proposed');
    lines.push(
      isProposal
        ? `${title}:`
        : `${title}: ${shown(found.map(({ kind, name }) => (kind === 'accounts' ? name : `${kind} ${name}`)))}`,
      ...(isProposal ? found.map(({ name, text }) => `   ${name}: ${text}`) : []),
      `   ${what}`,
    );
  }
  const others = new Set(WORTH.flatMap(([, codes]) => codes));
  const rest = entries.filter(({ code }) => !others.has(code)).length;
  if (lines.length === 0) lines.push('Nothing.');
  if (rest > 0) {
    lines.push(`${rest} lines of the report say what else was changed or left behind: ${report}`);
  }
  return lines;
}

function shown(names: readonly string[]): string {
  const unique = [...new Set(names)];
  const more = unique.length - MOST_NAMES;
  return `${unique.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const entriesIn = (text: string): readonly ReportEntry[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ReportEntry);
