import type {
  DescribableDocument,
  DocumentForm,
  DocumentSchema,
} from '@chat-admin/codecs/wire/describe';
import { MERGE_PATCH } from '../http/bodies.js';
import { CSV, JSON_LINES, ZIP } from '../http/negotiation.js';
import type { ReplyWriter } from '../http/replies.js';
import type { NamedSchemas } from './named-schemas.js';

/** A document, or what is offered without one. */
export type Replied = DescribableDocument | ReplyWriter<never>['offers'];

/** Of a route. */
interface Described {
  readonly isPatch: boolean;
  readonly isUpload: boolean;
  readonly alsoTables: boolean;
}

/** Each line is what the document has as an entry, or what the contract says of its type. */
const TABLES = {
  [CSV]: { schema: { type: 'string', description: 'RFC 4180, with a header line' } },
  [JSON_LINES]: { schema: { type: 'string', description: 'A JSON object on each line' } },
};

/** The same for each type of job, in JSON alone. */
const LINES = {
  type: 'object',
  required: ['lines'],
  properties: {
    lines: { type: 'array', items: { type: 'object' }, description: 'As lines of NDJSON' },
  },
};

/** What a route reads, by media type. */
export function sentContent(
  { isPatch, isUpload }: Pick<Described, 'isPatch' | 'isUpload'>,
  accepts: readonly DescribableDocument[] | 'xml',
  schemas: NamedSchemas,
): object {
  if (accepts === 'xml') return xmlOf(VCARD);
  const form = isPatch ? 'patch' : 'sent';
  return isPatch
    ? Object.fromEntries(
        ['application/json', MERGE_PATCH].map((type) => [
          type,
          mediaOf(accepts, form, 'json', schemas),
        ]),
      )
    : {
        ...(isUpload ? TABLES : {}),
        ...xmlOf(mediaOf(accepts, form, 'xml', schemas)),
        'application/json': withLines(mediaOf(accepts, form, 'json', schemas), isUpload),
      };
}

function withLines(media: Media, isUpload: boolean): object {
  if (!isUpload) return media;
  const lines = { value: { lines: [{ room: 'lobby', subject: 'Tea at four' }] } };
  const { schema, examples } = media;
  const others = schema.anyOf ?? [schema];
  return { schema: { anyOf: [...others, LINES] }, examples: { ...examples, JobLines: lines } };
}

/** XML by both its names. */
export const xmlOf = (media: object): object => ({
  'application/xml': media,
  'text/xml': media,
});

/** The one document that is not described further. */
const VCARD = { schema: { type: 'object', xml: { name: 'vCard' } } };

interface Media {
  readonly schema: DocumentSchema;
  readonly examples: object;
}

/** What one media type holds. @param documents one of which it is */
export function mediaOf(
  documents: readonly DescribableDocument[],
  form: DocumentForm,
  format: 'json' | 'xml',
  schemas: NamedSchemas,
): Media {
  const references = documents.map((one) => schemas.referenceTo(one, form));
  const examples = documents.map((one) => schemas.examplesOf(one, form, format));
  return {
    schema: references.length === 1 ? references[0]! : { anyOf: references },
    examples: Object.assign({}, ...examples) as object,
  };
}

/** It is there for a while only. */
export const isHandedOut = (document: Replied | null): boolean =>
  document === 'tables' ||
  (document !== null &&
    typeof document === 'object' &&
    'label' in document &&
    document.label === ZIP);

/** What it writes. */
export function contentOf(
  document: Replied,
  schemas: NamedSchemas,
  { alsoTables }: Pick<Described, 'alsoTables'>,
): object {
  if (document === 'tables' || document === 'documents-and-tables') return TABLES;
  if (document === 'xml') return xmlOf(VCARD);
  if (document === 'xml-and-json' || document === 'events')
    return { 'application/xml': {}, 'application/json': {} };
  if ('label' in document) return { [document.label]: { schema: {} } };
  return {
    ...xmlOf(mediaOf([document], 'shown', 'xml', schemas)),
    'application/json': mediaOf([document], 'shown', 'json', schemas),
    ...(alsoTables ? TABLES : {}),
  };
}
