/** The namespace of the prefix `xml`. */
export const XML = 'http://www.w3.org/XML/1998/namespace';

/** An element with its namespaces resolved. */
export interface Element {
  readonly name: string;
  /** empty: none */
  readonly namespace: string;
  readonly attributes: readonly Attribute[];
  readonly children: readonly (Element | string)[];
}

export interface Attribute {
  readonly name: string;
  readonly namespace: string;
  readonly value: string;
}
