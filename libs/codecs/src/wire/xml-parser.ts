import { SaxesParser } from 'saxes';
import { TooManyParts } from '@chat-admin/domain/shared/limits';
import { UnreadableBody } from './body-faults.js';
import { MAX_DEPTH, MAX_ELEMENTS } from './limits.js';
import { nextTurn } from './next-turn.js';
import { encodingOf, isXmlSpace, MARK_BYTES, startsWithMark, type DecodedXml } from './decode.js';
import { OPTIONS, type XmlParser, type XmlTag } from '../xml/parser.js';
import { flattenUnfinished, takeUnfinishedText } from './unfinished-token.js';

const MAX_ATTRIBUTES = 256;
/** Larger bodies are parsed in pieces, yielding to the event loop in between. */
const WHOLE_LIMIT_BYTES = 64 * 1024;
const PIECE_BYTES = 16 * 1024;
/** Pieces double in size, because the first ones run on cold code. */
const FIRST_PIECE_BYTES = 2 * 1024;
const PIECES_PER_FLATTENING = 16;
const LONGEST_CHARACTER_BYTES = 4;

/** Computed on demand, because it is costly. */
export interface Position {
  /** index in the source after the tag */
  readonly position: number;
}

export interface XmlEvents {
  opened(tag: XmlTag, at: Position): void;
  text?(text: string): void;
  closed(tag: XmlTag, at: Position): void;
}

/**
 * Strict XML 1.0 with namespaces, without DOCTYPE, bounded in depth, attributes and elements.
 * @throws UnreadableBody, TooManyParts, and whatever `events` throws
 */
export async function parseXml(source: DecodedXml, events: XmlEvents): Promise<void> {
  const { bytes } = source;
  refuseDoctype(bytes);
  const parser = parserFor(source, events);
  if (bytes.length <= WHOLE_LIMIT_BYTES) {
    parser.write(source.piece(0, bytes.length)).close();
    return;
  }
  const onText = events.text?.bind(events);
  let pieces = 0;
  let size = FIRST_PIECE_BYTES;
  for (let start = 0, end = 0; start < bytes.length; start = end) {
    end = betweenCharacters(bytes, start + size);
    size = Math.min(2 * size, PIECE_BYTES);
    // a separate string, because the parser reads a substring of another string more slowly
    parser.write(source.piece(start, end));
    takeUnfinishedText(parser, onText);
    if (++pieces % PIECES_PER_FLATTENING === 0) flattenUnfinished(parser);
    await nextTurn();
  }
  parser.close();
}

/**
 * The last position up to `end` that does not split a character; `end` if the bytes are not UTF-8.
 */
function betweenCharacters(bytes: Buffer, end: number): number {
  if (end >= bytes.length) return bytes.length;
  for (let place = end; place > end - LONGEST_CHARACTER_BYTES; place--) {
    if ((bytes[place]! & 0xc0) !== 0x80) return place;
  }
  return end;
}

/** The parser reports a DOCTYPE only at its end, which may be megabytes away. */
function refuseDoctype(bytes: Buffer): void {
  // the parser skips a byte order mark, even after decoding has already skipped one
  let at = startsWithMark(bytes) ? MARK_BYTES : 0;
  for (;;) {
    while (isXmlSpace(bytes[at])) at++;
    const comment = standsAt(bytes, '<!--', at);
    if (!comment && !standsAt(bytes, '<?', at)) break;
    const end = comment ? '-->' : '?>';
    const behind = bytes.indexOf(end, at + (comment ? 4 : 2));
    if (behind < 0) return; // not well formed; the parser will report it
    at = behind + end.length;
  }
  if (standsAt(bytes, '<!DOCTYPE', at)) {
    throw new UnreadableBody('a document type declaration is not allowed', 'leave it out');
  }
}

function standsAt(bytes: Buffer, markup: string, at: number): boolean {
  return bytes.toString('latin1', at, at + markup.length) === markup;
}

/**
 * With more than six listeners the engine turns the parser into a dictionary-mode object, which
 * makes it five times slower. Therefore nothing listens for declarations and starts of tags. Its own
 * set-up, because that of all others, with what it asks besides, takes a tenth longer.
 */
function parserFor(source: DecodedXml, events: XmlEvents): XmlParser {
  const parser = new SaxesParser(OPTIONS);
  let depth = 0;
  let elements = 0;
  let attributes = 0;
  parser.on('error', () => {
    const line = parser.line + source.skippedLines;
    throw new UnreadableBody(
      `the XML is not well formed (line ${line})`,
      'XML 1.0 with namespaces',
    );
  });
  parser.on('attribute', () => {
    if (++attributes > MAX_ATTRIBUTES) {
      throw new UnreadableBody(
        `more than ${MAX_ATTRIBUTES} attributes on one element`,
        `at most ${MAX_ATTRIBUTES}`,
      );
    }
  });
  parser.on('opentag', (tag) => {
    if (depth === 0) requireEncoding(parser.xmlDecl.encoding, source);
    if (++depth > MAX_DEPTH) {
      throw new UnreadableBody(`more than ${MAX_DEPTH} levels`, `at most ${MAX_DEPTH}`);
    }
    if (++elements > MAX_ELEMENTS.most) throw new TooManyParts(MAX_ELEMENTS);
    attributes = 0;
    events.opened(tag, parser);
  });
  parser.on('closetag', (tag) => {
    depth--;
    events.closed(tag, parser);
  });
  if (events.text) {
    const onText = events.text.bind(events);
    parser.on('text', onText);
    parser.on('cdata', onText);
  }
  return parser;
}

function requireEncoding(declared: string | undefined, { encoding }: DecodedXml): void {
  if (declared !== undefined && encodingOf(declared) !== encoding) {
    throw new UnreadableBody(
      'the declared encoding does not fit the document',
      'the encoding in which it is sent, or none',
    );
  }
}
