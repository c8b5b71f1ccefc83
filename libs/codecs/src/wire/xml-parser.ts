import { SaxesParser, type SaxesTagNS } from 'saxes';
import { UnreadableBody } from '../errors/wire-errors.js';
import { flatten } from './flatten.js';
import { nextTurn } from './next-turn.js';
import { encodingOf, type DecodedXml } from './decode.js';

export const MAX_DEPTH = 64;
const MAX_ATTRIBUTES = 256;
/** Bodies beyond this many characters are parsed in slices, with a turn of the event loop between. */
const WHOLE_LIMIT = 64 * 1024;
const SLICE = 16 * 1024;
const SLICES_PER_FLATTENING = 16;

/** Reading it takes time, so it is only looked up by those who want it. */
export interface Position {
  /** index in the source behind the tag */
  readonly position: number;
}

export interface XmlEvents {
  opened(tag: SaxesTagNS, at: Position): void;
  text?(text: string): void;
  closed(tag: SaxesTagNS, at: Position): void;
}

/**
 * Strict XML 1.0 with namespaces, without DOCTYPE, bounded in depth and attributes.
 * @throws UnreadableBody, and whatever `events` throws
 */
export async function parseXml(source: DecodedXml, events: XmlEvents): Promise<void> {
  const { text } = source;
  refuseDoctype(text);
  const parser = parserFor(source, events);
  if (text.length <= WHOLE_LIMIT) {
    parser.write(text).close();
    return;
  }
  for (let start = 0; start < text.length; start += SLICE) {
    parser.write(text.slice(start, start + SLICE));
    if ((start / SLICE) % SLICES_PER_FLATTENING === 0) flatten(collectedText(parser));
    await nextTurn();
  }
  parser.close();
}

/** What the parser holds of an unfinished token: a private field, so nothing depends on its presence. */
function collectedText(parser: object): string {
  return (parser as { readonly text?: string }).text ?? '';
}

/** The parser tells of a DOCTYPE only at its end, which may be megabytes away. */
function refuseDoctype(text: string): void {
  let at = 0;
  for (;;) {
    PROLOG_SPACE.lastIndex = at;
    PROLOG_SPACE.exec(text);
    at = PROLOG_SPACE.lastIndex;
    const comment = text.startsWith('<!--', at);
    if (!comment && !text.startsWith('<?', at)) break;
    const end = comment ? '-->' : '?>';
    const behind = text.indexOf(end, at + (comment ? 4 : 2));
    if (behind < 0) return; // not well formed, as the parser will say
    at = behind + end.length;
  }
  if (text.startsWith('<!DOCTYPE', at)) {
    throw new UnreadableBody('a document type declaration is not allowed');
  }
}

const PROLOG_SPACE = /[ \t\r\n]*/y;

/**
 * With more than six listeners the engine stores the parser as a hash table, which makes it five
 * times slower: so nobody listens to declarations and starts of tags, which can be seen otherwise.
 */
function parserFor(source: DecodedXml, events: XmlEvents): SaxesParser<typeof OPTIONS> {
  const parser = new SaxesParser(OPTIONS);
  let depth = 0;
  let attributes = 0;
  parser.on('error', () => {
    throw new UnreadableBody(`the XML is not well formed (line ${lineOf(source, parser.line)})`);
  });
  parser.on('attribute', () => {
    if (++attributes > MAX_ATTRIBUTES) {
      throw new UnreadableBody(`more than ${MAX_ATTRIBUTES} attributes on one element`);
    }
  });
  parser.on('opentag', (tag) => {
    if (depth === 0) requireEncoding(parser.xmlDecl.encoding, source);
    if (++depth > MAX_DEPTH) throw new UnreadableBody(`more than ${MAX_DEPTH} levels`);
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
    throw new UnreadableBody('the declared encoding does not fit the document');
  }
}

const OPTIONS = { xmlns: true, forceXMLVersion: true, defaultXMLVersion: '1.0' } as const;

function lineOf(source: DecodedXml, line: number): number {
  let lines = line;
  for (const character of source.skipped) if (character === '\n') lines++;
  return lines;
}
