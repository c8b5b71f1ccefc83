import { InvalidArgument } from '@chat-admin/domain/shared/domain-error';
import { UnreadableLine } from '@chat-admin/domain/jobs/errors';
import type { RawLine } from '@chat-admin/domain/jobs/job';
import type { JobType } from '@chat-admin/domain/jobs/job-types';
import { readMergePatch } from '../wire/merge-patch.js';
import type { Fields } from '../wire/fields.js';
import type { Doc } from '../wire/schema.js';
import { LINE_DOCS } from './line-docs.js';

/**
 * A line of a job as the planner of its type takes it.
 * @throws UnreadableLine, UnknownMember, InvalidValue, TooManyParts
 */
export function readLine(type: JobType, raw: RawLine): object {
  if (!('read' in raw)) {
    const { detail = 'it was uploaded before this service was upgraded: upload it again' } = raw;
    if ('unreadable' in raw) throw new UnreadableLine(raw.unreadable, detail);
    const value = raw.invalid.replace(/^Invalid value for /, '');
    throw new InvalidArgument('invalid-value', { value, resource: null, detail });
  }
  const document: Doc<Fields> = LINE_DOCS[type];
  return readMergePatch(document, raw.read);
}
