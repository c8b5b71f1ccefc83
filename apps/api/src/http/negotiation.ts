import type { WireFormat } from '@chat-admin/codecs/wire/read-body';

/** The form and media type of a response. */
export interface Representation {
  readonly format: WireFormat;
  readonly label: string;
}

export type ErrorForm = 'xml' | 'json' | 'problem';

export interface ErrorRepresentation {
  readonly form: ErrorForm;
  readonly label: string;
}

export const CSV = 'text/csv';
export const JSON_LINES = 'application/x-ndjson';
export const ZIP = 'application/zip';

interface MediaRange {
  readonly type: string;
  readonly quality: number;
  readonly position: number;
}

/**
 * Chooses between XML and JSON, or XML only; `null` if the client accepts neither.
 * @param open what is sent where the client leaves it open
 * Contract: core 1.5
 */
export function chooseRepresentation(
  accept: string | undefined,
  offered: 'xml-and-json' | 'xml',
  open: WireFormat,
): Representation | null {
  const ranges = parseAccept(accept?.trim() || '*/*');
  const textXml = weigh(ranges, 'text/xml', ['text/*']);
  const appXml = weigh(ranges, 'application/xml', ['application/*', '*/*']);
  const xml = better(appXml, textXml);
  const label = xml === textXml && covers(textXml) ? 'text/xml' : 'application/xml';
  const best: Representation = { format: 'xml', label };
  if (offered === 'xml') return covers(xml) ? best : null;
  const json = weigh(ranges, 'application/json', ['application/*', '*/*']);
  if (!covers(xml) && !covers(json)) return null;
  const chosen = open === 'xml' ? better(xml, json) : better(json, xml);
  return chosen === json ? { format: 'json', label: 'application/json' } : best;
}

/** Reports whether a client names HTML, as browsers do that open an address. */
export const takesPages = (accept: string | undefined): boolean =>
  covers(weigh(parseAccept(accept ?? ''), 'text/html', []));

export const EVENT_STREAM = 'text/event-stream';

/** As {@link chooseRepresentation}, or a stream of events for those who name it. Contract: extensions E8.2 */
export function chooseForEvents(
  accept: string | undefined,
  open: WireFormat,
): Representation | null {
  const other = chooseRepresentation(accept, 'xml-and-json', open);
  const ranges = parseAccept(accept ?? '');
  const stream = weigh(ranges, EVENT_STREAM, []);
  if (!covers(stream)) return other;
  const wildcards = [other?.label.replace(/\/.*/, '/*') ?? '', '*/*'];
  const isStream =
    other === null || better(stream, weigh(ranges, other.label, wildcards)) === stream;
  return isStream ? { format: 'json', label: EVENT_STREAM } : other;
}

/**
 * Chooses between the tables CSV and NDJSON, and the documents XML and JSON too if these are offered,
 * before which a table has to be named. `null` if the client accepts none.
 */
export function chooseTable(
  accept: string | undefined,
  offered: 'tables' | 'documents-and-tables',
  open: WireFormat,
): Representation | null {
  const ranges = parseAccept(accept?.trim() || '*/*');
  const isAlone = offered === 'tables';
  const csv = weigh(ranges, CSV, isAlone ? ['text/*', '*/*'] : []);
  const lines = weigh(ranges, JSON_LINES, isAlone ? ['application/*', '*/*'] : []);
  const table = better(csv, lines);
  const document = isAlone ? null : chooseRepresentation(accept, 'xml-and-json', open);
  if (!covers(table)) return document;
  const named = document && weigh(ranges, document.label, ['application/*', '*/*']);
  if (named && better(named, table) === named) return document;
  return { format: 'json', label: table === csv ? CSV : JSON_LINES };
}

/** The form of an error document. Contract: core 1.7 "Choice of the form" */
export function chooseErrorForm(
  accept: string | undefined,
  contentType: string | undefined,
  open: WireFormat,
): ErrorRepresentation {
  const forms: Record<string, ErrorForm> = {
    'application/xml': 'xml',
    'text/xml': 'xml',
    'application/json': 'json',
    [PROBLEM]: 'problem',
  };
  const named = parseAccept(accept ?? '')
    .filter(({ type, quality }) => quality > 0 && Object.hasOwn(forms, type))
    .sort((a, b) => b.quality - a.quality || a.position - b.position)[0];
  if (named) return { form: forms[named.type]!, label: named.type };
  const sent = mediaType(contentType ?? '').replace(/^application\/merge-patch\+/, 'application/');
  if (sent !== PROBLEM && Object.hasOwn(forms, sent)) {
    return { form: forms[sent]!, label: sent };
  }
  return { form: open, label: `application/${open}` };
}

/** The media type of a Content-Type header, in lower case, without parameters. */
export function mediaType(header: string): string {
  const semicolon = header.indexOf(';');
  return (semicolon < 0 ? header : header.slice(0, semicolon)).trim().toLowerCase();
}

interface Weight {
  readonly quality: number;
  /** position of the type itself in `Accept`; infinite if only a wildcard covers it */
  readonly named: number;
}

/** @param wildcards that cover the type, the more specific first */
function weigh(ranges: readonly MediaRange[], type: string, wildcards: readonly string[]): Weight {
  const exact = ranges.find((range) => range.type === type);
  if (exact) return { quality: exact.quality, named: exact.position };
  const covering = wildcards.flatMap((wildcard) =>
    ranges.filter((range) => range.type === wildcard),
  );
  return { quality: covering[0]?.quality ?? 0, named: Number.POSITIVE_INFINITY };
}

const covers = ({ quality }: Weight): boolean => quality > 0;

/** The higher quality, then the one listed first, then the first argument. */
function better(a: Weight, b: Weight): Weight {
  if (a.quality !== b.quality) return a.quality > b.quality ? a : b;
  return b.named < a.named ? b : a;
}

const MEDIA_RANGE = /^(\*\/\*|[^\s/*]+\/(\*|[^\s/*]+))$/;

const PROBLEM = 'application/problem+json';
const ANY: MediaRange = { type: '*/*', quality: 1, position: Number.POSITIVE_INFINITY };

/**
 * Ranges that cannot be read are skipped. Who names the form of errors alone leaves open that of all else.
 * Contract: core 1.5
 */
function parseAccept(header: string): readonly MediaRange[] {
  const ranges = readRanges(header);
  const wanted = ranges.filter(({ quality }) => quality > 0);
  const namesErrorsAlone = wanted.length > 0 && wanted.every(({ type }) => type === PROBLEM);
  return namesErrorsAlone ? [...ranges, ANY] : ranges;
}

function readRanges(header: string): readonly MediaRange[] {
  return header.split(',').flatMap((part, position) => {
    const [range, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const type = range === '*' ? '*/*' : range!;
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter));
    const quality =
      weight === undefined ? 1 : readQuality(weight.slice(weight.indexOf('=') + 1).trim());
    return quality === null || !MEDIA_RANGE.test(type) ? [] : [{ type, quality, position }];
  });
}

function readQuality(text: string): number | null {
  return /^(0?\.\d+|0\.?|1(\.0*)?)$/.test(text) ? Number(text) : null;
}
