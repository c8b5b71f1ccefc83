import { unsupportedCharset } from '@chat-admin/codecs/errors/wire-errors';
import { CHARSETS, TableInCharset } from '@chat-admin/codecs/jobs/csv-charset';
import type { Charset } from '@chat-admin/codecs/jobs/csv-charset';
import { CsvTable } from '@chat-admin/codecs/jobs/csv-table';
import type { TableRules } from '@chat-admin/codecs/jobs/csv-table';
import { JsonLines } from '@chat-admin/codecs/jobs/json-lines';
import type { LineReader, TakeLine } from '@chat-admin/codecs/jobs/line-reader';
import type { JobType } from '@chat-admin/domain/jobs/job-types';
import { CSV, mediaType } from '../http/negotiation.js';

/** Reads the lines of a table while it arrives. */
export type TableReader = (type: JobType, take: TakeLine, rules: TableRules) => LineReader;

/** @returns what reads a table of this media type. @throws WireFault for a charset that is none of ours */
export function tableReader(contentType: string): TableReader {
  if (mediaType(contentType) !== CSV) return (_type, take) => new JsonLines(take);
  const charset = charsetIn(contentType);
  return (type, take, rules) => {
    const table = new CsvTable(type, take, rules);
    return charset === null ? table : new TableInCharset(charset, table);
  };
}

const CHARSET = /;\s*charset\s*=([^;]*)/i;

/** @returns `null` if it names none. @throws WireFault */
function charsetIn(contentType: string): Charset | null {
  const named = CHARSET.exec(contentType)?.[1];
  if (named === undefined) return null;
  const name = named
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .toLowerCase();
  const charset = CHARSETS.find((one) => one === name);
  if (charset === undefined) throw unsupportedCharset(CHARSETS);
  return charset;
}
