import { createHash, createHmac, hash } from 'node:crypto';

/** What two parts of a tag are made of; see {@link entityTag}. */
export type Digest = Buffer;

export function digestOf(content: string | Uint8Array): Digest {
  return hash('sha256', content, 'buffer');
}

export async function digestOfPieces(pieces: AsyncIterable<string>): Promise<Digest> {
  const digest = createHash('sha256');
  for await (const piece of pieces) digest.update(piece);
  return digest.digest();
}

/** What a tag is made of. Contract: extensions E2 */
export interface Digests {
  readonly canonical: Digest;
  readonly sent: Digest;
  /** fields were left out of both, which the caller may not read */
  readonly isPartial: boolean;
}

/** Makes the tags of an installation, which nobody can compute who does not have its key. */
export class EntityTags {
  /** @param besideFormer whether an instance runs that takes tags without key alone */
  constructor(
    private readonly key: Uint8Array,
    private readonly besideFormer: () => boolean,
  ) {}

  /**
   * All that stand for the document, first the one to send. Those without key, which instances of
   * 0.4.0 send, are for callers who may read all that they are made of.
   */
  of({ canonical, sent, isPartial }: Digests, isZipped: boolean): readonly [string, ...string[]] {
    const keyed = createHmac('sha256', this.key).update(canonical);
    if (isPartial) return [entityTag(keyed.update('partial').digest(), sent, isZipped)];
    const tag = entityTag(keyed.digest(), sent, isZipped);
    const former = entityTag(canonical, sent, isZipped);
    return this.besideFormer() ? [former, tag] : [tag, former];
  }
}

const BITS_OF_CODING = 0xff_ff_ff_ff;

/**
 * A strong tag: 96 bits that tell what the document says, whatever form it is sent in, and 32 bits
 * that tell one body from another. Contract: extensions E2
 * @param canonical digest of the document in its canonical form
 * @param sent digest of the body before coding
 */
export function entityTag(canonical: Digest, sent: Digest, isZipped: boolean): string {
  const body = sent.readUInt32BE(12) ^ (isZipped ? BITS_OF_CODING : 0);
  const bodyPart = (body >>> 0).toString(16).padStart(8, '0');
  return `"${canonical.toString('base64url', 0, 12)}-${bodyPart}"`;
}

/** A tag of ours for the same body in another coding. */
export function tagOfCoding(tag: string, sent: Digest, isZipped: boolean): string {
  return entityTag(Buffer.from(tag.slice(1, 17), 'base64url'), sent, isZipped);
}

/** `*`, or tags with their quotes. */
export type TagList = '*' | readonly { readonly isWeak: boolean; readonly tag: string }[];

/** One tag, or none, up to the next comma. */
const ELEMENT = /(?:(W\/)?("[\x21\x23-\x7e\x80-\xff]*"))?[ \t]*(?:,[ \t]*|$)/y;

const TAG = '(?:W/)?"[!#-~\\x80-\\xff]*"';
/** Of such a list, for descriptions: {@link parseTags} takes empty elements, too. */
export const TAGS_PATTERN = `^(?:\\*|${TAG}(?:[ \\t]*,[ \\t]*${TAG})*)$`;

/** The value of `If-Match` or `If-None-Match`; `null` if it is no list of tags. RFC 9110, 13.1 */
export function parseTags(header: string): TagList | null {
  const text = header.trim();
  if (text === '*') return '*';
  const tags = [];
  ELEMENT.lastIndex = 0;
  while (ELEMENT.lastIndex < text.length) {
    const element = ELEMENT.exec(text);
    if (element === null) return null;
    const [, weak, tag] = element;
    if (tag !== undefined) tags.push({ isWeak: weak !== undefined, tag });
  }
  return tags.length > 0 ? tags : null;
}

/** Whether the list has one of the tags; proxies weaken tags when they compress. RFC 9110, 8.8.3.2 */
export function matchesWeakly(list: TagList, ...tags: readonly string[]): boolean {
  return list === '*' || list.some((one) => tags.includes(one.tag));
}
