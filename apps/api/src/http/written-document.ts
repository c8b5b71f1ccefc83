import { digestOf, digestOfPieces } from '@chat-admin/server/edge/entity-tags';
import type { Digests } from '@chat-admin/server/edge/entity-tags';
import type { Rereadable } from '@chat-admin/domain/shared/long-list';
import type { Representation } from './negotiation.js';
import type { Bytes, ReplyWriter, WriteOptions, Written } from './replies.js';

const CANONICAL: Representation = { format: 'json', label: 'application/json' };
const CANONICAL_OPTIONS: Omit<WriteOptions, 'scopes'> = { dates: 'iso', names: 'new' };

/** A result as a document, in the form in which it is sent and in that which its tag is about. */
export class WrittenDocument {
  private text: string | null = null;

  constructor(
    private readonly writer: ReplyWriter<never>,
    private readonly result: never,
    private readonly representation: Representation,
    private readonly options: WriteOptions,
  ) {}

  get label(): string {
    return this.representation.label;
  }

  /** Read while it is written. */
  get longList(): Rereadable<unknown> | null {
    return this.writer.longList?.(this.result) ?? null;
  }

  /** Text is written once; pieces are read anew each time. */
  body(): Written {
    if (this.text !== null) return this.text;
    const written = this.writer.write(this.result, this.representation, this.options);
    if (typeof written === 'string') this.text = written;
    return written;
  }

  /** Of a document that is written at once. */
  digests(): Digests {
    const body = contentOf(this.body());
    const sent = digestOf(body);
    const { isPartial } = this;
    if (this.isCanonical) return { canonical: sent, sent, isPartial };
    const canonical = contentOf(this.canonical());
    return { canonical: canonical === body ? sent : digestOf(canonical), sent, isPartial };
  }

  /** Of a document with a long list. */
  async digestsOfPieces(): Promise<Digests> {
    const canonical = await digestOfPieces(this.canonical() as AsyncGenerator<string>);
    const { isPartial } = this;
    if (this.isCanonical) return { canonical, sent: canonical, isPartial };
    const sent = await digestOfPieces(this.body() as AsyncGenerator<string>);
    return { canonical, sent, isPartial };
  }

  private get isCanonical(): boolean {
    const { dates, names } = this.options;
    const isUsual = this.representation.format === 'json' && dates === 'iso' && names === 'new';
    return isUsual && this.writer.settled === undefined;
  }

  /** Whether the caller may not read all of it. */
  private get isPartial(): boolean {
    const { hides } = this.writer;
    return hides !== undefined && !this.options.scopes.covers(hides);
  }

  private canonical(): Written {
    const result = this.writer.settled?.(this.result) ?? this.result;
    return this.writer.write(result as never, CANONICAL, {
      ...CANONICAL_OPTIONS,
      scopes: this.options.scopes,
    });
  }
}

/** Of what is not read while it is written. */
function contentOf(written: Written): string | Uint8Array {
  return typeof written === 'string' ? written : (written as Bytes).bytes;
}
