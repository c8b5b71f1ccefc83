import { requireAtMost, TooManyParts } from '@chat-admin/domain/shared/limits';
import { UnreadableBody } from './body-faults.js';
import { decodeUtf8, decodeUtf8Piece, MARK_BYTES, startsWithMark } from './decode.js';
import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  endOfText,
  isBlank,
  isKeptAsDouble,
  isPartOfToken,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
} from './json-bytes.js';
import { MAX_DEPTH, MAX_MEMBERS, MAX_VALUES } from './limits.js';
import { nextTurn } from './next-turn.js';
import { changesAsDouble, marked, sentNumbers } from './sent-number.js';

/** Longer texts are parsed in pieces of about this size, with a turn of the event loop between. */
const PIECE_BYTES = 64 * 1024;

/**
 * What JSON.parse makes of UTF-8, for texts of any length without stopping the event loop, but that
 * numbers which a double would change are {@link SentNumber}s.
 * @returns `undefined` for blank text
 * @throws UnreadableBody also for too many levels, and for escapes of U+0000 or of half a surrogate
 * pair; TooManyParts
 */
export async function parseJson(bytes: Uint8Array, pieceBytes = PIECE_BYTES): Promise<unknown> {
  const scan = new Scan(bytes, pieceBytes);
  while (!scan.run()) await nextTurn();
  return scan.value();
}

/** An open list or object. Used again for the next one of its depth. */
class Level {
  isList = false;
  /** where it begins, and where the part of it begins that is not parsed yet */
  start = 0;
  rest = 0;
  /** that have been named */
  members = 0;
  /** the name of the member that was named last */
  nameStart = 0;
  nameEnd = 0;
  /** what is parsed of it so far; `null` while it is short enough to be parsed with what is around it */
  value: unknown[] | Record<string, unknown> | null = null;
  /** the last thing in it was parsed, so that only a comma or its end may follow */
  hasChild = false;

  open(isList: boolean, start: number): void {
    this.isList = isList;
    this.start = start;
    this.rest = start + 1;
    this.members = 0;
    this.value = null;
    this.hasChild = false;
  }
}

/**
 * Looks at every byte once, for limits and for places to cut. JSON.parse reads what lies between two
 * cuts, so that nothing is accepted here which it would not accept.
 */
class Scan {
  private readonly levels: Level[] = [];
  private depth = 0;
  private at = 0;
  private values = 0;
  private textStart = 0;
  private textEnd = 0;
  /** -1 outside of one */
  private tokenStart = -1;
  /** starts and ends of the numbers that a double would change, those not parsed yet from `nextSent` on */
  private readonly sent: number[] = [];
  private nextSent = 0;
  private root: unknown;
  /** behind the root, once that was parsed in pieces */
  private rootEnd = -1;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly pieceBytes: number,
  ) {}

  /** Goes on for one piece. @returns whether the end is reached */
  run(): boolean {
    const { bytes } = this;
    const end = Math.min(bytes.length, this.at + this.pieceBytes);
    let { at, tokenStart } = this;
    for (; at < end; at++) {
      const byte = bytes[at]!;
      if (isPartOfToken(byte)) {
        if (tokenStart < 0) {
          this.values++;
          tokenStart = at;
        }
        continue;
      }
      if (tokenStart >= 0) {
        this.token(tokenStart, at);
        tokenStart = -1;
      }
      if (byte === QUOTE) {
        this.values++;
        this.textStart = at;
        at = endOfText(bytes, at + 1);
        this.textEnd = at + 1;
      } else if (byte === COMMA) this.comma(at);
      else if (byte === COLON) this.name();
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.open(byte === OPEN_LIST, at);
      else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.close(byte === CLOSE_LIST, at);
    }
    this.at = at;
    this.tokenStart = tokenStart;
    return at >= bytes.length;
  }

  private token(start: number, end: number): void {
    if (isKeptAsDouble(this.bytes, start, end)) return;
    if (changesAsDouble(this.text(start, end))) this.sent.push(start, end);
  }

  /** What has been read, at the end. */
  value(): unknown {
    this.requireFew();
    if (this.rootEnd >= 0) {
      this.requireBlank(this.rootEnd, this.bytes.length);
      return this.root;
    }
    if (this.tokenStart >= 0) this.token(this.tokenStart, this.bytes.length);
    if (this.sent.length > 0) {
      return this.parse(startsWithMark(this.bytes) ? MARK_BYTES : 0, this.bytes.length);
    }
    const text = decodeUtf8(this.bytes);
    return text.trim() === '' ? undefined : parse(text);
  }

  /** What stood before was a name and no value. */
  private name(): void {
    this.values--;
    if (this.depth === 0) return;
    const level = this.levels[this.depth - 1]!;
    requireAtMost(MAX_MEMBERS, ++level.members);
    level.nameStart = this.textStart;
    level.nameEnd = this.textEnd;
  }

  private comma(at: number): void {
    this.requireFew();
    if (this.depth === 0) return;
    const level = this.levels[this.depth - 1]!;
    if (!level.hasChild && at - level.rest < this.pieceBytes) return;
    this.separate(this.depth - 1);
    this.take(level, at);
    level.rest = at + 1;
    level.hasChild = false;
  }

  private open(isList: boolean, at: number): void {
    this.values++;
    if (this.depth === MAX_DEPTH) {
      throw new UnreadableBody(`more than ${MAX_DEPTH} levels`, `at most ${MAX_DEPTH}`);
    }
    (this.levels[this.depth++] ??= new Level()).open(isList, at);
  }

  private close(isList: boolean, at: number): void {
    this.requireFew();
    const level = this.levels[this.depth - 1];
    if (level?.isList !== isList || this.depth === 0) throw invalid();
    this.depth--;
    if (level.value === null) return;
    this.take(level, at);
    if (this.depth === 0) {
      this.root = level.value;
      this.rootEnd = at + 1;
      return;
    }
    const parent = this.levels[this.depth - 1]!;
    if (Array.isArray(parent.value)) parent.value.push(level.value);
    else setMember(parent.value!, this.nameIn(parent), level.value);
    parent.rest = at + 1;
    parent.hasChild = true;
  }

  /** From now on the level is parsed by itself, and so are those around it. */
  private separate(depth: number): void {
    const level = this.levels[depth]!;
    if (level.value !== null) return;
    if (depth === 0) {
      this.requireBlank(startsWithMark(this.bytes) ? MARK_BYTES : 0, level.start);
    } else {
      this.separate(depth - 1);
      this.takeBefore(this.levels[depth - 1]!, level.start);
    }
    level.value = level.isList ? [] : {};
  }

  /** What stands in `level` up to a comma or its end. */
  private take(level: Level, end: number): void {
    if (level.hasChild) return this.requireBlank(level.rest, end);
    const [open, close] = level.isList ? ['[', ']'] : ['{', '}'];
    if (add(level, this.parse(level.rest, end, open, close)) === 0) throw invalid();
  }

  /** What stands in `level` before a list or object in it, in whose place there is a zero meanwhile. */
  private takeBefore(level: Level, child: number): void {
    if (level.hasChild) throw invalid();
    const [open, close] = level.isList ? ['[', '0]'] : ['{', '0}'];
    add(level, this.parse(level.rest, child, open, close));
    if (Array.isArray(level.value)) level.value.pop();
  }

  private nameIn({ nameStart, nameEnd }: Level): string {
    return parse(this.text(nameStart, nameEnd)) as string;
  }

  private text(start: number, end: number): string {
    return decodeUtf8Piece(this.bytes.subarray(start, end));
  }

  /** Parses the next piece. */
  private parse(start: number, end: number, open = '', close = ''): unknown {
    const { sent } = this;
    let at = start;
    let text = open;
    while (this.nextSent < sent.length && sent[this.nextSent]! < end) {
      const [first, behind] = [sent[this.nextSent]!, sent[this.nextSent + 1]!];
      text += this.text(at, first) + marked(this.text(first, behind));
      at = behind;
      this.nextSent += 2;
    }
    return parse(text + this.text(at, end) + close, at > start ? sentNumbers : undefined);
  }

  private requireBlank(start: number, end: number): void {
    for (let at = start; at < end; at++) if (!isBlank(this.bytes[at]!)) throw invalid();
  }

  private requireFew(): void {
    if (this.values > MAX_VALUES.most) throw new TooManyParts(MAX_VALUES);
  }
}

/** @returns how many there were */
function add({ value }: Level, more: unknown): number {
  if (Array.isArray(value)) {
    const items = more as readonly unknown[];
    for (const item of items) value.push(item);
    return items.length;
  }
  const members = Object.entries(more as object);
  for (const [name, member] of members) setMember(value!, name, member);
  return members.length;
}

/** As JSON.parse does it: a member of any name is one of the object's own. */
function setMember(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') target[name] = value;
  else {
    Object.defineProperty(target, name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
}

/** The message of JSON.parse quotes the body, so it is dropped. */
function parse(text: string, revive?: typeof sentNumbers): unknown {
  try {
    return JSON.parse(text, revive);
  } catch {
    throw invalid();
  }
}

function invalid(): UnreadableBody {
  return new UnreadableBody('the JSON is not valid', 'JSON as RFC 8259 has it');
}
