import { SaxesParser, type SaxesTagNS } from 'saxes';

export type XmlTag = SaxesTagNS;
export type XmlParser = SaxesParser<typeof OPTIONS>;

export interface XmlEvents {
  opened(tag: XmlTag): void;
  closed?(): void;
  text?(text: string): void;
}

/** How deeply elements may be nested. */
export const MAX_DEPTH = 200;
const MAX_ATTRIBUTES = 256;

export const OPTIONS = { xmlns: true, forceXMLVersion: true, defaultXMLVersion: '1.0' } as const;

/**
 * Strict XML 1.0 with namespaces, without DOCTYPE, bounded in depth and attributes. Writing to it throws Error.
 * With more than six listeners the engine turns the parser of saxes into a dictionary-mode object, which
 * makes it five times slower. Therefore nothing listens for a DOCTYPE.
 */
export function xmlParser(events: XmlEvents, maxDepth = MAX_DEPTH): XmlParser {
  const parser = new SaxesParser(OPTIONS);
  let depth = 0;
  let attributes = 0;
  const withDoctype = (): Error | null =>
    parser['doctype'] ? new Error('It has a document type.') : null;
  parser.on('error', (error) => {
    throw withDoctype() ?? error;
  });
  parser.on('attribute', () => {
    if (++attributes > MAX_ATTRIBUTES) {
      throw new Error(`more than ${MAX_ATTRIBUTES} attributes on one element`);
    }
  });
  parser.on('opentag', (tag) => {
    const doctype = depth === 0 ? withDoctype() : null;
    if (doctype) throw doctype;
    if (++depth > maxDepth) throw new Error(`more than ${maxDepth} levels`);
    attributes = 0;
    events.opened(tag);
  });
  parser.on('closetag', () => {
    depth--;
    events.closed?.();
  });
  if (events.text) {
    const onText = events.text.bind(events);
    parser.on('text', onText);
    parser.on('cdata', onText);
  }
  return parser;
}
