import { Buffer } from 'node:buffer';
import { TestApi } from '../support/test-api.js';

let api: TestApi;
let text: string;
let description: Node;
beforeAll(async () => {
  api = await TestApi.start();
  ({ text } = await api.send('GET', '/openapi.json'));
  description = JSON.parse(text) as Node;
});
afterAll(() => api.stop());

type Node = { readonly [name: string]: unknown };

/** All objects, with where they stand. */
function* nodes(node: unknown, place: readonly string[] = []): Generator<readonly [string, Node]> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield [place.join(' '), node as Node];
  for (const [name, value] of Object.entries(node)) yield* nodes(value, [...place, name]);
}

const schemas = () =>
  Array.from(nodes(description)).filter(([place]) => !/ (?:examples?|mapping)\b/.test(place));

it('has one schema for each thing: alternatives are named, no type is two but null (CM-8)', () => {
  const twofold = schemas().filter(
    ([, { type }]) => Array.isArray(type) && type.filter((one) => one !== 'null').length !== 1,
  );
  expect(twofold).toEqual([]);
  expect(schemas().filter(([, { anyOf, allOf }]) => anyOf ?? allOf)).toEqual([]);
  const inline = schemas().filter(
    ([place, { oneOf }]) => oneOf !== undefined && !/^components schemas \w+$/.test(place),
  );
  expect(inline).toEqual([]);
  const choices = schemas().flatMap(([, { oneOf }]) => (oneOf ?? []) as Node[]);
  expect(choices.length).toBeGreaterThan(30);
  expect(choices.filter((one) => Object.keys(one).join() !== '$ref')).toEqual([]);
  expect(text).not.toMatch(/dialect/);
});

it('says on each list of a document how it stands in XML (CM-8)', () => {
  const lists = schemas().filter(
    ([place, { type }]) =>
      type === 'array' && /^components schemas/.test(place) && !/JobLines|Problem/.test(place),
  );
  expect(lists.length).toBeGreaterThan(50);
  expect(lists.filter(([, { xml }]) => !(xml as Node | undefined)?.['name'])).toEqual([]);
});

it('puts JSON before XML, which has one name (CM-1)', () => {
  const contents = Array.from(nodes(description)).filter(([place]) => place.endsWith(' content'));
  expect(contents.length).toBeGreaterThan(100);
  expect(text).not.toContain('"text/xml":{"schema":{"$ref"');
  for (const [, content] of contents) {
    const types = Object.keys(content);
    if (types.includes('application/json')) expect(types[0]).toBe('application/json');
  }
});

it('gives the deliveries a tag of their own (CM-9)', () => {
  const { webhooks } = description as { webhooks: { event: { post: { tags: string[] } } } };
  expect(webhooks.event.post.tags).toEqual(['receivers']);
});

it('stays below the size at which tools cut answers (CM-12)', () => {
  expect(Buffer.byteLength(text)).toBeLessThan(800_000);
});

const responses = (): readonly (readonly [string, Node])[] =>
  schemas().filter(([place]) =>
    /^(?:components responses \w+|paths \S+ \w+ responses \d+)$/.test(place),
  );

it('declares the headers of every answer, and the header that changes with a cookie need (CM-5)', () => {
  const silent = responses().filter(
    ([, { $ref, headers }]) =>
      $ref === undefined && (headers as Node | undefined)?.['X-Request-Id'] === undefined,
  );
  // the user service is another app
  expect(silent.map(([place]) => place).filter((place) => !/userservice/.test(place))).toEqual([]);
  const changes = schemas().filter(
    ([place, { parameters }]) =>
      /^paths \S+ (?:post|put|patch|delete)$/.test(place) &&
      !JSON.stringify(parameters ?? []).includes('header-X-CSRF-Token'),
  );
  expect(changes.map(([place]) => place).filter((place) => !/userservice/.test(place))).toEqual([
    'paths /session post',
  ]);
});
