import { describe } from '@chat-admin/codecs/wire/describe';
import type { Sending } from '@chat-admin/codecs/wire/fields';
import type { DescribableDocument, DocumentSchema } from '@chat-admin/codecs/wire/describe';
import { FORM, MERGE_PATCH } from '../http/bodies.js';
import { CSV, JSON_LINES } from '../http/negotiation.js';
import type { ReplyWriter } from '../http/replies.js';
import type { NamedForm, NamedSchemas } from './named-schemas.js';

/** A document, or what is offered without one. */
export type Replied = DescribableDocument | ReplyWriter<never>['offers'];

/** Of a route. */
interface Described {
  readonly method: string;
  readonly isPatch: boolean;
  readonly signsIn: boolean;
  readonly isFilled: boolean;
  readonly isForm: boolean;
  readonly isUpload: boolean;
  readonly alsoTables: boolean;
  /** whether a request may choose members */
  readonly choosesFields: boolean;
}

/** Each line is what the document has as an entry, or what the contract says of its type. */
const TABLES = {
  [CSV]: { schema: { type: 'string', description: 'RFC 4180, with a header line' } },
  [JSON_LINES]: { schema: { type: 'string', description: 'A JSON object on each line' } },
};

/** The same for each type of job, in JSON alone. */
const LINES: DocumentSchema = {
  type: 'object',
  required: ['lines'],
  properties: {
    lines: {
      type: 'array',
      items: { type: 'object', additionalProperties: true },
      description: 'As lines of NDJSON',
    },
  },
};
const LINES_EXAMPLE = { value: { lines: [{ room: 'lobby', subject: 'Tea at four' }] } };

/** Whether a request without a body is refused. */
export function isBodyNeeded(
  route: Pick<Described, 'isPatch' | 'isUpload' | 'isFilled' | 'method' | 'signsIn'>,
  accepts: readonly DescribableDocument[] | 'xml',
): boolean {
  // other credentials are enough
  if (route.signsIn) return false;
  if (accepts === 'xml' || route.isPatch || route.isUpload || route.isFilled) return true;
  return accepts.every((one) => describe(one, sendingOf(route)).required !== undefined);
}

/** A line of a job may be about what exists. */
const sendingOf = ({ method, isUpload }: Pick<Described, 'isUpload' | 'method'>): Sending =>
  method === 'PUT' || isUpload ? 'PUT' : 'POST';

/** What a route reads, by media type: JSON first, since tools take the first. */
export function sentContent(
  route: Pick<Described, 'isPatch' | 'isForm' | 'isUpload' | 'method'>,
  accepts: readonly DescribableDocument[] | 'xml',
  schemas: NamedSchemas,
): object {
  if (accepts === 'xml') return VCARD;
  const media = (form: NamedForm) => mediaOf(accepts, form, schemas);
  if (route.isPatch) {
    const patch = media('PATCH');
    return { 'application/json': patch, [MERGE_PATCH]: patch };
  }
  const form = sendingOf(route);
  if (route.isForm) return { [FORM]: media(form) };
  const xml = { 'application/xml': media(form) };
  if (!route.isUpload) return { 'application/json': media(form), ...xml };
  const { choices, examples } = choicesOf(accepts, form, schemas);
  const schema = schemas.oneOf([...choices, schemas.own('JobLines', LINES)]);
  return {
    'application/json': { schema, examples: { ...examples, JobLines: LINES_EXAMPLE } },
    ...xml,
    ...TABLES,
  };
}

/** The one document that is not described further. */
const VCARD = {
  'application/xml': {
    schema: { type: 'object', xml: { name: 'vCard' } },
    examples: {
      vCard: { value: {}, 'x-xml': '<vCard xmlns="vcard-temp"><FN>Ola N</FN></vCard>' },
    },
  },
};

interface Media {
  readonly schema: DocumentSchema;
  readonly examples: object;
}

/** What a media type holds, in JSON and in XML. @param documents one of which it is */
export function mediaOf(
  documents: readonly DescribableDocument[],
  form: NamedForm,
  schemas: NamedSchemas,
): Media {
  const { choices, examples } = choicesOf(documents, form, schemas);
  return { schema: schemas.oneOf(choices), examples };
}

function choicesOf(
  documents: readonly DescribableDocument[],
  form: NamedForm,
  schemas: NamedSchemas,
) {
  const examples = documents.map((one) => schemas.examplesOf(one, form));
  return {
    choices: documents.map((one) => schemas.referenceTo(one, form)),
    examples: Object.assign({}, ...examples) as object,
  };
}

/** What it writes. */
export function contentOf(
  document: Replied,
  schemas: NamedSchemas,
  { alsoTables, choosesFields }: Pick<Described, 'alsoTables' | 'choosesFields'>,
): object {
  if (document === 'tables' || document === 'documents-and-tables') return TABLES;
  if (document === 'xml') return VCARD;
  if (document === 'xml-and-json' || document === 'events')
    return { 'application/json': {}, 'application/xml': {} };
  if ('label' in document) return { [document.label]: { schema: {} } };
  const chosen = choosesFields ? { 'x-schema-of-fields': schemas.inline(document, 'chosen') } : {};
  const media = mediaOf([document], 'shown', schemas);
  return {
    // the hints for XML stand there, too
    'application/json': { ...media, ...chosen },
    'application/xml': media,
    ...(alsoTables ? TABLES : {}),
  };
}
