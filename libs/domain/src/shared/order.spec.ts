import { compareCodePoints } from './order.js';

it('compareCodePoints orders like UTF-8 bytes', () => {
  const texts = ['', 'B', 'a', 'ab', 'b', 'é', '\uffee', '😀', '😀a', '\u{10ffff}'];
  const shuffled = [...texts].reverse();
  expect(shuffled.sort(compareCodePoints)).toEqual(texts);
});
