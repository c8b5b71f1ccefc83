import type { RawLine } from '@chat-admin/domain/jobs/job';
import { readInPieces } from '../../test/read-in-pieces.js';
import { JsonLines } from './json-lines.js';

const lines = (sent: string | Buffer) => readInPieces((take) => new JsonLines(take), sent);
const many = (size: number) => 'x'.repeat(size);

describe('JsonLines', () => {
  it('keep the digits of numbers', () => {
    const line =
      '{"username":12345678901234567890,"name":"1.50","properties":{"a":1.50,"b":-0,"c":7}}';
    expect(lines(line)).toEqual([
      {
        read: {
          ...{ username: '12345678901234567890', name: '1.50' },
          properties: { a: '1.50', b: '-0', c: 7 },
        },
      },
    ]);
  });

  it('reads one object per line, without a mark, ends of lines and empty lines', () => {
    expect(lines('\ufeff{"username":"ola"}\r\n\n \t\r\n{"a":[1,null]}')).toEqual([
      { read: { username: 'ola' } },
      { read: { a: [1, null] } },
    ]);
  });

  it.each([
    ['{"a":', 'it is no JSON object'],
    ['[1]', 'it is no JSON object'],
    ['null', 'it is no JSON object'],
    [Buffer.from('{"a":"é"}', 'latin1'), 'it is not in UTF-8'],
    [`{"a":"${many(66_000)}"}`, 'it has more than 65536 bytes'],
    ['{"a":["\\u0000"]}', 'it has a character that no text may have'],
    ['{"\\ud800":1}', 'it has a character that no text may have'],
    [`{"a":${'['.repeat(200)}${']'.repeat(200)}}`, expect.stringMatching(/levels$/)],
  ])('has %j as a fault of that line alone', (line, reason) => {
    const sent = Buffer.concat([
      Buffer.from('{"b":1}\n'),
      Buffer.from(line as string),
      Buffer.from('\n{"c":1}'),
    ]);
    expect(lines(sent)).toEqual([
      { read: { b: 1 } },
      { unreadable: reason, detail: expect.any(String) },
      { read: { c: 1 } },
    ]);
  });

  it.each(['\n', '\r\n', ' \t\r\n'])('looks at blank lines byte by byte: %j', (blank) => {
    const bytes = Buffer.from(`${blank.repeat(300_000)}{"a":1}`);
    let copies = 0;
    const cut = (name: 'subarray' | 'slice'): (() => void) => {
      const original = bytes[name].bind(bytes);
      bytes[name] = (...range: number[]) => {
        copies += 1;
        return original(...range);
      };
      return () => delete (bytes as Partial<Buffer>)[name];
    };
    const restore = [cut('subarray'), cut('slice')];
    const read: RawLine[] = [];
    const reader = new JsonLines((line) => read.push(line));
    reader.push(bytes);
    reader.end();
    restore.forEach((one) => one());
    expect(read).toEqual([{ read: { a: 1 } }]);
    expect(copies).toBeLessThan(3);
  });

  it('takes as many bytes as there may be', () => {
    const line = `{"a":"${many(65_536 - 8)}"}`;
    expect(lines(`${line}\r\n`)).toEqual([{ read: JSON.parse(line) as object }]);
  });
});
