import { bind } from './fields.js';
import type { Fields, Nested } from './fields.js';
import { doc } from './schema.js';
import type { Doc } from './schema.js';

/** The written fields of a document, and extra ones that are only shown to those who ask. Contract: extensions E1.1 `fields` */
export class FieldChoice {
  private readonly fields: readonly (readonly [property: string, wire: string, Fields[string]])[];

  constructor(
    readonly document: Nested,
    readonly extra: Fields,
  ) {
    const all = [...bind(document.fields), ...bind(extra)];
    this.fields = all
      .filter(({ field }) => field.kind === 'list' || field.written)
      .map(({ property, wire, field }) => [property, wire, field]);
  }

  /** The names that can be chosen, in the order of the document. */
  get names(): readonly string[] {
    return this.fields.map(([, wire]) => wire);
  }

  /** The document with these fields only, in its own order. */
  only(names: readonly string[]): Doc<Fields> {
    const chosen = this.fields.filter(([, wire]) => names.includes(wire));
    const fields = Object.fromEntries(chosen.map(([property, , field]) => [property, field]));
    return doc(this.document.root, fields);
  }
}
