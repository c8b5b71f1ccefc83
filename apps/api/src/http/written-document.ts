import { digestOf, digestOfPieces } from '@chat-admin/server/edge/entity-tags';
import type { Digest } from '@chat-admin/server/edge/entity-tags';
import { EVERYTHING } from '@chat-admin/domain/shared/scopes';
import type { Rereadable } from '@chat-admin/domain/shared/long-list';
import type { Representation } from './negotiation.js';
import type { Bytes, ReplyWriter, WriteOptions, Written } from './replies.js';

/** What a tag is made of. Contract: extensions E2 */
export interface Digests {
  readonly canonical: Digest;
  readonly sent: Digest;
}

const CANONICAL: Representation = { format: 'json', label: 'application/json' };
const CANONICAL_OPTIONS: WriteOptions = { dates: 'iso', names: 'new', scopes: EVERYTHING };

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
    if (this.isCanonical) return { canonical: sent, sent };
    const canonical = contentOf(this.canonical());
    return { canonical: canonical === body ? sent : digestOf(canonical), sent };
  }

  /** Of a document with a long list. */
  async digestsOfPieces(): Promise<Digests> {
    const canonical = await digestOfPieces(this.canonical() as AsyncGenerator<string>);
    if (this.isCanonical) return { canonical, sent: canonical };
    return { canonical, sent: await digestOfPieces(this.body() as AsyncGenerator<string>) };
  }

  private get isCanonical(): boolean {
    const { dates, names, scopes } = this.options;
    const { format } = this.representation;
    const { hides, settled } = this.writer;
    const isWhole = hides === undefined || scopes.covers(hides);
    const isUsual = format === 'json' && dates === 'iso' && names === 'new';
    return isUsual && isWhole && settled === undefined;
  }

  private canonical(): Written {
    const result = this.writer.settled?.(this.result) ?? this.result;
    return this.writer.write(result as never, CANONICAL, CANONICAL_OPTIONS);
  }
}

/** Of what is not read while it is written. */
function contentOf(written: Written): string | Uint8Array {
  return typeof written === 'string' ? written : (written as Bytes).bytes;
}
