import { MOST_LINE_BYTES } from '@chat-admin/domain/jobs/job';
import type { RawLine } from '@chat-admin/domain/jobs/job';
import type { JobType } from '@chat-admin/domain/jobs/job-types';
import { groupsDoc } from '../groups/group.doc.js';
import { usersDoc } from '../users/user.doc.js';
import { InvalidValue } from '../wire/body-faults.js';
import { mapRoots } from '../wire/read-body.js';
import type { BodyReader } from '../wire/read-body.js';
import { TOO_LONG } from './line-reader.js';

const DOCUMENTS = { users: usersDoc.settled, groups: groupsDoc.settled } as Partial<
  Record<JobType, BodyReader<readonly (object | InvalidValue)[]>>
>;

export const takesDocuments = (type: JobType): boolean => DOCUMENTS[type] !== undefined;

/** The entries of a bulk document as lines. Contract: extensions E7.1 */
export function linesOfDocument(type: JobType): BodyReader<readonly RawLine[]> {
  const document = DOCUMENTS[type];
  if (document === undefined) throw new Error(`There is no document of ${type}`);
  return {
    xmlRoots: new Map(mapRoots(document, linesOf)),
    readJson: async (value) => linesOf(await document.readJson(value)),
  };
}

const linesOf = (entries: readonly (object | InvalidValue)[]): readonly RawLine[] =>
  entries.map((entry) =>
    entry instanceof InvalidValue
      ? { invalid: entry.message }
      : isTooLong(entry)
        ? TOO_LONG
        : { read: entry },
  );

/** As it would be in a line of JSON. */
const isTooLong = (entry: object): boolean =>
  Buffer.byteLength(JSON.stringify(entry)) > MOST_LINE_BYTES;
