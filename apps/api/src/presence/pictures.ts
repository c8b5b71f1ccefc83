import { crc32, deflateSync } from 'node:zlib';

const SIZE = 16;
const COLOURS = {
  available: [0x3a, 0xa6, 0x55],
  chat: [0x3a, 0xa6, 0x55],
  away: [0xe5, 0xa5, 0x2b],
  xa: [0xe5, 0xa5, 0x2b],
  dnd: [0xc9, 0x3c, 0x37],
  offline: [0x9a, 0xa0, 0xa6],
  forbidden: [0x9a, 0xa0, 0xa6],
} as const;

/** What a picture is asked for. */
export type State = keyof typeof COLOURS;

/** A filled circle; crossed out for who may not know. */
function pixel(state: State, x: number, y: number): readonly number[] {
  const [dx, dy] = [x - 7.5, y - 7.5];
  const isInside = dx * dx + dy * dy <= 49;
  const isCrossed = state === 'forbidden' && Math.abs(dx + dy) < 2;
  return isInside && !isCrossed ? [...COLOURS[state], 0xff] : [0, 0, 0, 0];
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** PNG (ISO/IEC 15948), 8 bits for each of red, green, blue and alpha. */
function png(state: State): Buffer {
  const axis = Array.from({ length: SIZE }, (_, index) => index);
  const rows = axis.flatMap((y) => [0, ...axis.flatMap((x) => pixel(state, x, y))]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export const PICTURES = Object.fromEntries(
  (Object.keys(COLOURS) as State[]).map((state) => [state, png(state)]),
) as Readonly<Record<State, Buffer>>;

export const isState = (word: string): word is State => Object.hasOwn(COLOURS, word);
