import { GatheredBytes } from './gathered-bytes.js';

describe('GatheredBytes', () => {
  it('has the bytes of all pieces, and holds none of them but the first', () => {
    const gathered = new GatheredBytes();
    expect(gathered.bytes).toEqual(Buffer.alloc(0));
    const expected = Buffer.from('first, '.padEnd(5_000, 'second, third, '));
    gathered.add(Buffer.from('first, '));
    for (let at = 7; at < expected.length; at += 1) {
      const piece = Buffer.from(expected.subarray(at, at + 1));
      gathered.add(piece);
      piece.fill(0);
      expect(gathered.bytes.buffer.byteLength).toBeLessThan(2 * (at + 1));
    }
    expect(gathered.bytes).toEqual(expected);
  });

  it('does not copy a single piece', () => {
    const gathered = new GatheredBytes();
    const piece = Buffer.allocUnsafeSlow(9);
    gathered.add(piece);
    expect(gathered.bytes.buffer).toBe(piece.buffer);
  });

  it('begins anew after it was cleared', () => {
    const gathered = new GatheredBytes();
    for (const text of ['a', 'b']) gathered.add(Buffer.from(text));
    gathered.clear();
    gathered.add(Buffer.from('c'));
    expect(String(gathered.bytes)).toBe('c');
  });
});
