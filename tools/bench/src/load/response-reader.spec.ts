import { ResponseReader } from './response-reader.js';

const plain = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello';
const chunked =
  'HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n';
const empty = 'HTTP/1.1 204 No Content\r\nX: y\r\n\r\n';

describe('ResponseReader', () => {
  it.each([
    ['with a length', plain, 200, 5],
    ['in chunks', chunked, 201, 11],
    ['without a body', empty, 204, 0],
  ])('reads a response %s, split anywhere', (_name, text, status, bodyBytes) => {
    for (let cut = 1; cut < text.length; cut += 1) {
      const reader = new ResponseReader();
      expect(reader.feed(Buffer.from(text.slice(0, cut)))).toBe(false);
      expect(reader.feed(Buffer.from(text.slice(cut)))).toBe(true);
      expect(reader).toMatchObject({ status, bodyBytes });
    }
  });

  it('reads responses one after the other', () => {
    const reader = new ResponseReader();
    for (const text of [chunked, plain, empty, chunked]) {
      expect(reader.feed(Buffer.from(text))).toBe(true);
    }
    expect(reader).toMatchObject({ status: 201, bodyBytes: 11 });
  });
});
