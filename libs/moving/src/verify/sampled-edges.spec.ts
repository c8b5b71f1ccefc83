import { SampledEdges } from './sampled-edges.js';

interface Line {
  readonly sentAt: Date;
  readonly id: string;
  readonly text: string;
}

const TEXT_LETTERS = 100_000;
const line = (n: number): Line => ({
  sentAt: new Date(n * 1000),
  id: `${n}`,
  text: `${n}`.padEnd(TEXT_LETTERS, '.'),
});
const text = (one: Line) => one.text;
const texts = (...numbers: number[]) => numbers.map((n) => line(n).text);

it('knows the first and last lines of what comes in any order', () => {
  const edges = new SampledEdges<Line>(2, text, 10);
  for (const n of [3, 1, 5, 2, 4]) edges.remember('room', line(n));
  expect(edges.lengthOf('room')).toBe(2);
  expect(edges.isEdge('room', 'first', texts(2, 1))).toBe(true);
  expect(edges.isEdge('room', 'last', texts(5, 4))).toBe(true);
  expect(edges.isEdge('room', 'first', texts(1, 3))).toBe(false);
  expect(edges.isEdge('room', 'first', texts(1))).toBe(false);
  expect(edges.isEdge('room', 'last', texts(4, 5, 3))).toBe(false);
});

it('keeps no text of a line', () => {
  const edges = new SampledEdges<Line>(20, text, 10);
  for (let n = 0; n < 40; n++) edges.remember('room', line(n));
  const kept = JSON.stringify(edges, (_, value: unknown) =>
    value instanceof Map ? [...value] : value,
  );
  expect(kept).toContain('room');
  expect(kept.length).toBeLessThan(TEXT_LETTERS);
});

it.each([
  { conversations: 9, expected: 9 },
  { conversations: 10, expected: 10 },
  { conversations: 200, expected: 10 },
])('has so many of $conversations conversations', ({ conversations, expected }) => {
  const edges = new SampledEdges<Line>(1, text, 10);
  for (let n = 0; n < conversations; n++) edges.remember(`room${n}`, line(n));
  expect([...edges.names]).toHaveLength(expected);
});

it('has the same conversations in whatever order they come', () => {
  const order = Array.from({ length: 200 }, (_, n) => n);
  const [one, other] = [order, order.toReversed()].map((numbers) => {
    const edges = new SampledEdges<Line>(1, text, 10);
    for (const n of numbers) edges.remember(`room${n}`, line(n));
    return [...edges.names].sort();
  });
  expect(one).toEqual(other);
});
