import { Turns } from './turns.js';

/** Work that runs until it is told to end. */
function openEnded() {
  let end: (error?: Error) => void = () => undefined;
  const ended = new Promise<void>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve());
  });
  return { end, work: () => ended };
}

it('work on the same thing waits, other work does not', async () => {
  const turns = new Turns();
  const done: string[] = [];
  const note = (text: string) => () => Promise.resolve(done.push(text));
  const first = openEnded();
  const all = [
    turns.take('a', first.work),
    turns.take('a', note('second of a')),
    turns.take('a', note('third of a')),
  ];
  await turns.take('b', note('first of b'));
  expect(done).toEqual(['first of b']);
  first.end();
  await Promise.all(all);
  expect(done).toEqual(['first of b', 'second of a', 'third of a']);
});

it('a failure does not affect the others', async () => {
  const turns = new Turns();
  const first = openEnded();
  const failing = turns.take('a', first.work);
  const next = turns.take('a', () => Promise.resolve('fine'));
  first.end(new Error('broken'));
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('fine');
  expect(await turns.take('a', () => Promise.resolve('again'))).toBe('again');
});
