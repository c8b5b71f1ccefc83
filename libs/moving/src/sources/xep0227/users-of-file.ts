import { createReadStream } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { MAX_DEPTH, xmlParser, type XmlEvents, type XmlTag } from '@chat-admin/codecs/xml/parser';
import { type Element, ElementBuilder } from '../../xml.js';
import type { Report } from '../../report.js';
import { SourceRefused } from '../../source.js';

/** XEP-0227, and what it was before it had a number of its own. */
const NAMESPACES = ['urn:xmpp:pie:0', 'http://www.xmpp.org/extensions/xep-0227.html#ns'];
const XINCLUDE = 'http://www.w3.org/2001/XInclude';
const MOST_INCLUDES = 10;
/** Characters of one user, who is held in memory. */
const MOST_CHARACTERS = 256 * 1024 * 1024;

export interface FoundUser {
  /** null: no `host` is around it */
  readonly host: string | null;
  readonly user: Element;
}

interface Place {
  /** nothing outside may be included */
  readonly folder: string;
  readonly host: string | null;
  /** how many files include one another, up to this one */
  readonly depth: number;
  /** files that were read, or are being read: each is read once, so that reading ends */
  readonly seen: Set<string>;
}

/** What stands between users: a host ends, a file is to be read. */
type Event = FoundUser | { readonly include: string | null; readonly host: string | null };

/**
 * Users of a file and of those that it includes, one at a time.
 * @throws SourceRefused if the file itself is not what it should be; included ones are reported
 */
export function usersOf(file: string, report: Report): AsyncGenerator<FoundUser> {
  const place = { folder: dirname(file), host: null, depth: 0, seen: new Set([file]) };
  return usersIn(file, place, report);
}

async function* usersIn(file: string, place: Place, report: Report): AsyncGenerator<FoundUser> {
  for await (const event of events(file, place.host)) {
    if ('user' in event) {
      yield event;
      continue;
    }
    const included = await includable(event.include, file, place);
    if (included === null) {
      report({
        ...{ kind: 'source', name: event.include ?? '', field: relative(place.folder, file) },
        ...{ code: 'include-refused', text: 'Only files below the folder are included, once.' },
      });
      continue;
    }
    place.seen.add(included);
    const below = { ...place, host: event.host, depth: place.depth + 1 };
    try {
      yield* usersIn(included, below, report);
    } catch (error) {
      if (!(error instanceof SourceRefused)) throw error;
      const name = relative(place.folder, included);
      report({ kind: 'source', name, code: 'file-broken', text: error.message });
    }
  }
}

async function includable(
  href: string | null,
  file: string,
  { folder, depth, seen }: Place,
): Promise<string | null> {
  if (href === null || depth >= MOST_INCLUDES || /^[a-z][a-z0-9+.-]*:|^[/\\]/i.test(href)) {
    return null;
  }
  let path: string;
  try {
    const [name = ''] = href.split('#');
    // names of users are escaped for a file name, then that name for an address; some writers leave the second step out
    const exact = await realpath(resolve(dirname(file), decoded(name))).catch(() => null);
    path = exact ?? (await realpath(resolve(dirname(file), name)));
    return path.startsWith((await realpath(folder)) + sep) && !seen.has(path) ? path : null;
  } catch {
    return null;
  }
}

/** What is no address stays. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

async function* events(file: string, around: string | null): AsyncGenerator<Event> {
  const reader = new FileReader(around);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 64 * 1024 })) {
      reader.write(decoder.decode(chunk, { stream: true }));
      yield* reader.take();
    }
    reader.write(decoder.decode());
    reader.end();
    yield* reader.take();
  } catch (error) {
    const why = (error as Error).message;
    throw new SourceRefused(`${file} cannot be read as XEP-0227: ${why}`, { cause: error });
  }
}

/** Follows one file; of what is no user, only hosts and inclusions are kept. */
class FileReader implements XmlEvents {
  // `server-data` and `host` are around a user
  private readonly parser = xmlParser(this, MAX_DEPTH + 2);
  private builder: ElementBuilder | null = null;
  private found: Event[] = [];
  private isFirst = true;
  private characters = 0;

  constructor(private host: string | null) {}

  /** @throws Error above {@link MOST_CHARACTERS} */
  write(text: string): void {
    this.characters = this.builder === null ? 0 : this.characters + text.length;
    if (this.characters > MOST_CHARACTERS) throw new Error('A user is too large.');
    this.parser.write(text);
  }

  end(): void {
    this.parser.close();
  }

  /** What was found since the last call. */
  take(): Event[] {
    const { found } = this;
    this.found = [];
    return found;
  }

  text(text: string): void {
    this.builder?.text(text);
  }

  opened(tag: XmlTag): void {
    const ours = NAMESPACES.includes(tag.uri);
    if (this.isFirst && !(ours && ['server-data', 'host', 'user'].includes(tag.local))) {
      throw new Error(`Its root is ${tag.local}, none of XEP-0227.`);
    }
    this.isFirst = false;
    const attribute = (name: string) => tag.attributes[name]?.value ?? null;
    if (this.builder) this.builder.opened(tag);
    else if (ours && tag.local === 'host') this.host = attribute('jid');
    else if (tag.uri === XINCLUDE && tag.local === 'include') {
      const isText = attribute('parse') === 'text';
      this.found.push({ include: isText ? null : attribute('href'), host: this.host });
    } else if (ours && tag.local === 'user') {
      this.builder = new ElementBuilder();
      this.builder.opened(tag);
    }
  }

  closed(): void {
    this.builder?.closed();
    const user = this.builder?.root;
    if (!user) return;
    this.builder = null;
    this.found.push({ host: this.host, user });
  }
}
