import type { IgnoredNames } from './ignored-names.js';
import type { ByNames } from './json-names.js';

/** Writes an element. */
export type XmlWrite = (value: unknown) => string;

/** Writes a value or a member; empty text from a member means it is omitted. */
export type JsonWrite = (value: unknown, epochDates: boolean) => string;

/** @throws InvalidValue, UnreadableBody if the value is not an object */
export type JsonRead = (value: unknown, ignored: IgnoredNames) => unknown;

/** `repeated`: an entry of the list that the older name stands for. */
export type XmlPlace = 'newest' | 'older' | 'repeated';

/** How to read one known element. Created once per document, shared by all bodies. */
export interface XmlPlan {
  /** the property of the enclosing object; '' for an item of a list */
  readonly slot: string;
  /** of the value: one under an older name counts only if the newer is absent */
  readonly place: XmlPlace;
  readonly collects: 'text' | 'object' | 'list';
  readonly children: ReadonlyMap<string, XmlPlan>;
  readonly attributes: readonly AttributePlan[];
  /** what may stand there and is not read */
  readonly unread: Unread;
  /** keeps an item that cannot be converted as its error */
  readonly settled: boolean;
  /** returns the error instead of throwing it, because a later repetition may replace the value */
  readonly finish: (content: unknown) => unknown;
}

/** Names that senders have from answers. */
export interface Unread {
  readonly children: ReadonlySet<string>;
  readonly attributes: ReadonlySet<string>;
}

export interface AttributePlan {
  readonly name: string;
  readonly slot: string;
  readonly convert: (text: string) => unknown;
}

/** What enclosing documents need of a document. */
export interface DocParts {
  readonly xmlElement: (elementName: string) => XmlWrite;
  readonly json: ByNames<JsonWrite>;
  readonly readJson: JsonRead;
  readonly xmlPlan: XmlPlan;
}
