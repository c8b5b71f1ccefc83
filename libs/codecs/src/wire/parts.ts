/** Writes an element. */
export type XmlWrite = (value: unknown) => string;

/** Writes a value or a member; empty text from a member means that there is none. */
export type JsonWrite = (value: unknown, epochDates: boolean) => string;

/** @throws InvalidValue, UnreadableBody when the value is no object */
export type JsonRead = (value: unknown) => unknown;

/** What one known element turns into. Made once per document, shared by all bodies. */
export interface XmlPlan {
  /** the property of the element around it; '' for an entry of a list */
  readonly slot: string;
  /** a value under its second name, which counts only when the first one is absent */
  readonly second: boolean;
  readonly collects: 'text' | 'object' | 'list';
  readonly children: ReadonlyMap<string, XmlPlan>;
  readonly attributes: readonly AttributePlan[];
  /** keeps an entry that cannot be converted as its error */
  readonly settled: boolean;
  /** gives the error instead of throwing it, since a later repetition may replace the value */
  readonly finish: (content: unknown) => unknown;
}

export interface AttributePlan {
  readonly name: string;
  readonly slot: string;
  readonly convert: (text: string) => unknown;
}

/** What the documents around a document need of it. */
export interface DocParts {
  readonly xmlElement: (elementName: string) => XmlWrite;
  readonly json: JsonWrite;
  readonly readJson: JsonRead;
  readonly xmlPlan: XmlPlan;
}
