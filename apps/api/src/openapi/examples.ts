import type { DescribableDocument, DocumentForm } from '@chat-admin/codecs/wire/describe';
import { doc } from '@chat-admin/codecs/wire/schema';
import type { Doc, Fields, ListDoc, Item } from '@chat-admin/codecs/wire/schema';
import { PATCHES, SAMPLES } from './samples.js';

/** A document as a JSON value, and the same in XML. */
export interface Example {
  readonly value: unknown;
  readonly xml: string;
}

/** `null`: there is no sample. */
export function exampleOf(document: DescribableDocument, form: DocumentForm): Example | null {
  if (form === 'PATCH') {
    const patch = PATCHES.get(document);
    return patch === undefined ? null : { value: patch, xml: '' };
  }
  const sample = SAMPLES.get(document);
  if (sample === undefined) return null;
  const writer = form === 'shown' ? document : asSent(document);
  const written = sample as never;
  return { value: JSON.parse(writer.writeJson(written)), xml: writer.writeXml(written) };
}

/** Writes also what is only read. */
function asSent(document: DescribableDocument): DescribableDocument {
  if (document.kind === 'doc') return withAllFields(document);
  const { item } = document;
  if (item.kind !== 'doc') return document;
  return (document as ListDoc<Item>).withItem(
    withAllFields(item as Doc<Fields>),
  ) as DescribableDocument;
}

function withAllFields({ root, fields }: Pick<Doc<Fields>, 'root' | 'fields'>): Doc<Fields> {
  const all = Object.entries(fields).map(([name, field]) => [
    name,
    field.kind === 'scalar' ? { ...field, written: true } : field,
  ]);
  return doc(root, Object.fromEntries(all) as Fields);
}
