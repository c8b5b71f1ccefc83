import { Model } from './model.js';
import { Past } from './past.js';

/** What is stored before a round, and all that may be stored after it, by name. */
function pastOf(after: Readonly<Record<string, readonly string[]>>) {
  const rows = (name: string) => ({ ...new Model().empty(), name });
  let looks = 0;
  return {
    looks: () => looks,
    past: new Past({
      empty: () => rows('nothing'),
      explanations: async function* (before) {
        for (const name of after[(before as ReturnType<typeof rows>).name] ?? []) {
          looks += 1;
          yield rows(name);
        }
      },
    }),
  };
}

it('goes back to what else an earlier round may have stored, where a later one needs it', async () => {
  const { past } = pastOf({ nothing: ['a', 'b'], a: ['c'], b: ['d'], d: ['e'] });
  for (const name of ['a', 'c', 'e']) {
    expect(await past.goOn([], {})).toBe(true);
    expect(past.rows).toMatchObject({ name });
  }
  expect(await past.goOn([], {})).toBe(false);
});

it('does not look at the same twice, and ends', async () => {
  const same = Array.from({ length: 10_000 }, () => 'a');
  const { past, looks } = pastOf({ nothing: same, a: [] });
  expect(await past.goOn([], {})).toBe(true);
  expect(await past.goOn([], {})).toBe(false);
  expect(looks()).toBeLessThan(1000);
});
