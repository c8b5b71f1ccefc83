/**
 * The text of a document, with gaps for the values of an entry. It is derived from the declaration of the document, and filled
 * where the values are.
 */
export interface TextForm {
  readonly parts: readonly TextPart[];
  /** between two entries */
  readonly separator: string;
}

export type TextPart = string | ScalarPart | ListPart;

/** How a value is written: text for JSON (with its quotation marks), XML or an attribute, a time, or a number or flag. */
export type Notation = 'json' | 'xml' | 'attribute' | 'iso' | 'epoch' | 'plain';

export interface ScalarPart {
  /** '' is the entry itself */
  readonly property: string;
  readonly notation: Notation;
  readonly before: string;
  readonly after: string;
  /** instead of all where there is no value */
  readonly absent: string;
}

export interface ListPart {
  readonly property: string;
  readonly item: TextForm;
  readonly open: string;
  readonly close: string;
  /** instead of all where there are no items */
  readonly empty: string;
}

/** A list whose entries can be had as text, for which nobody has to make values of them. */
export interface WrittenList<T> extends AsyncIterable<readonly T[]> {
  /**
   * Each text is one entry or several with their separators, without empty batches. Characters that XML cannot hold are left
   * in: whoever sends the texts drops them.
   */
  texts(form: TextForm): AsyncIterable<readonly string[]>;
}

export const isWritten = <T>(list: AsyncIterable<readonly T[]>): list is WrittenList<T> =>
  'texts' in list;

/** The form of documents that never have these values. */
export const formWithout = (form: TextForm, properties: readonly string[]): TextForm => ({
  ...form,
  parts: form.parts.map((part) => {
    if (typeof part === 'string' || !properties.includes(part.property)) return part;
    return 'item' in part ? part.empty : part.absent;
  }),
});
