import { LINE_DOCS } from '@chat-admin/codecs/jobs/line-docs';
import { JOB_TYPES, rulesOf } from '@chat-admin/domain/jobs/job-types';
import type { JobType } from '@chat-admin/domain/jobs/job-types';
import type { Random } from '../random.js';
import type { Body } from './bodies.js';
import { HARD_TEXTS, type HardTexts } from './hard-texts.js';
import { DOMAIN, MEANT, NAMES, textFor } from './values.js';

/** What columns are for whose names mean something else in documents. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  ...{ room: NAMES.rooms, group: NAMES.groups, action: ['add', 'remove'] },
  role: ['member', 'admin'],
  affiliation: ['owner', 'admin', 'member', 'outcast'],
  receiver: [...NAMES.users, ...NAMES.groups.map((name) => `group:${name}`)],
  ...{ type: ['normal', 'chat', 'headline'], shared: ['true', 'false'] },
  from: ['2026-01-02T03:04:05Z'],
  until: ['2036-01-02T03:04:05Z'],
  alternateRoom: [`lobby@conference.${DOMAIN}`],
};

/** The table of a bulk job of any type, as CSV, lines of JSON or one JSON document, with columns that its lines have. */
export function anyTable(
  random: Random,
  hard: HardTexts | null = null,
): { readonly type: JobType; readonly body: Body } {
  const type = random.pick(JOB_TYPES);
  const needed: readonly string[] = rulesOf(type).needs;
  const columns = Object.keys(LINE_DOCS[type].fields).filter((name) =>
    needed.includes(name) ? !random.oneIn(40) : random.oneIn(3) && name !== 'properties',
  );
  const lines = Array.from({ length: 1 + random.below(5) }, () =>
    columns.map((name) => [name, cellFor(name, hard, random)] as const),
  );
  const form = random.pick(Object.keys(FORMS) as (keyof typeof FORMS)[]);
  const bytes = Buffer.from(FORMS[form](lines, columns));
  return { type, body: { type: form, coding: null, bytes } };
}

function cellFor(column: string, hard: HardTexts | null, random: Random): string {
  const meant = COLUMNS[column] ?? MEANT[column];
  if (hard !== null && random.oneIn(4)) return HARD_TEXTS[hard](random);
  if (meant && !random.oneIn(12)) return random.pick(meant);
  return textFor(column, random.oneIn(5) ? 'wild' : 'tame', random);
}

type Line = readonly (readonly [string, string])[];

const json = (line: Line): string => JSON.stringify(Object.fromEntries(line));

const csv = (lines: readonly Line[], columns: readonly string[]): string =>
  [columns, ...lines.map((line) => line.map(([, cell]) => cell))]
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\r\n');

const FORMS = {
  'text/csv': csv,
  'application/x-ndjson': (lines: readonly Line[]) => lines.map(json).join('\n'),
  'application/json': (lines: readonly Line[]) => `{"lines":[${lines.map(json).join(',')}]}`,
};
