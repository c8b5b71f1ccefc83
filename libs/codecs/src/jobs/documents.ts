import { MOST_LINE_BYTES } from '@chat-admin/domain/jobs/job';
import type { RawLine } from '@chat-admin/domain/jobs/job';
import type { JobType } from '@chat-admin/domain/jobs/job-types';
import { groupsDoc } from '../groups/group.doc.js';
import { shownRole } from '../users/role.doc.js';
import { userDoc } from '../users/user.doc.js';
import { InvalidValue, UnreadableBody } from '../wire/body-faults.js';
import { AN_OBJECT, isObject } from '../wire/json-values.js';
import { nextTurn } from '../wire/next-turn.js';
import { mapRoots } from '../wire/read-body.js';
import type { BodyReader } from '../wire/read-body.js';
import { doc, instead, list, listDoc, text } from '../wire/schema.js';
import { NO_OBJECT, TOO_LONG } from './line-reader.js';

/** Of users who come with their groups. */
const usersWithGroups = listDoc(
  'users',
  doc('user', { ...userDoc.fields, groups: list('group', text), role: shownRole }),
  { member: 'users', former: instead('user'), limit: { things: 'users', most: 10_000 } },
);

const DOCUMENTS = { users: usersWithGroups.settled, groups: groupsDoc.settled } as Partial<
  Record<JobType, BodyReader<readonly (object | InvalidValue)[]>>
>;

/** Whether its lines may come as XML. */
export const takesXml = (type: JobType): boolean => DOCUMENTS[type] !== undefined;

const LINES = new Set(['lines']);

const LINES_PER_TURN = 1_000;

/**
 * The entries of a bulk document as lines, or in JSON the lines themselves, of any type. Contract:
 * extensions E7.1
 */
export function linesOfDocument(type: JobType): BodyReader<readonly RawLine[]> {
  const document = DOCUMENTS[type];
  return {
    xmlRoots: new Map(document === undefined ? [] : mapRoots(document, linesOf)),
    readJson: async (value, ignored) => {
      if (!isObject(value)) throw new UnreadableBody('a JSON object is expected', AN_OBJECT);
      const { lines = null } = value;
      if (document !== undefined && lines === null) {
        return linesOf(await document.readJson(value, ignored));
      }
      ignored?.addUnknown(value, LINES);
      return lines === null ? [] : linesIn(lines);
    },
  };
}

async function linesIn(sent: unknown): Promise<readonly RawLine[]> {
  const lines: RawLine[] = [];
  for (const [index, entry] of (Array.isArray(sent) ? sent : [sent]).entries()) {
    if (index > 0 && index % LINES_PER_TURN === 0) await nextTurn();
    lines.push(isObject(entry) ? lineOf(entry) : NO_OBJECT);
  }
  return lines;
}

const linesOf = (entries: readonly (object | InvalidValue)[]): readonly RawLine[] =>
  entries.map((entry) =>
    entry instanceof InvalidValue
      ? { invalid: entry.message, detail: entry.detail }
      : lineOf(entry),
  );

/** As it would be in a line of JSON. */
const lineOf = (entry: object): RawLine =>
  Buffer.byteLength(JSON.stringify(entry)) > MOST_LINE_BYTES ? TOO_LONG : { read: entry };
