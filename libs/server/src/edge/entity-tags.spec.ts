import {
  digestOf,
  digestOfPieces,
  EntityTags,
  entityTag,
  matchesWeakly,
  parseTags,
} from './entity-tags.js';

const [ann, bob, xml] = [digestOf('{"a":"ann"}'), digestOf('{"a":"bob"}'), digestOf('<a>ann</a>')];
const parts = (tag: string) => /^"([\w-]{16})-([0-9a-f]{8})"$/.exec(tag)!.slice(1);

it('a tag says what the document says, and which body it is', () => {
  const [document, body] = parts(entityTag(ann, ann, false));
  expect(parts(entityTag(ann, ann, false))).toEqual([document, body]);
  for (const other of [entityTag(ann, ann, true), entityTag(ann, xml, false)]) {
    const [sameDocument, otherBody] = parts(other);
    expect(sameDocument).toBe(document);
    expect(otherBody).not.toBe(body);
  }
  expect(parts(entityTag(bob, xml, false))[0]).not.toBe(document);
});

describe('the tags of an installation', () => {
  const whole = { canonical: ann, sent: xml, isPartial: false };
  const tags = (key: string, hasFormer = false) =>
    new EntityTags(Buffer.from(key), () => hasFormer);
  const former = entityTag(ann, xml, false);

  it('depend on its key, but for those of 0.4.0, which are sent while it runs', () => {
    const [own, ...others] = tags('k1').of(whole, false);
    expect(others).toEqual([former]);
    expect(own).not.toBe(former);
    expect(tags('k1', true).of(whole, false)).toEqual([former, own]);
    expect(tags('k2').of(whole, false)[0]).not.toBe(own);
  });

  it.each([false, true])('are one for part of a document, which needs the key, %s', (hasFormer) => {
    const made = tags('k1', hasFormer).of({ ...whole, isPartial: true }, false);
    expect(made).toHaveLength(1);
    expect(
      tags('k1')
        .of(whole, false)
        .map((tag) => parts(tag)[0]),
    ).not.toContain(parts(made[0])[0]);
    expect(tags('k2').of({ ...whole, isPartial: true }, false)).not.toEqual(made);
  });
});

it('a document in pieces has the digest of the whole', async () => {
  async function* pieces() {
    yield '{"a":';
    yield '"ann"}';
  }
  expect(await digestOfPieces(pieces())).toEqual(ann);
});

it.each([
  ['*', '*'],
  [' * ', '*'],
  ['"a"', [{ isWeak: false, tag: '"a"' }]],
  ['W/"a"', [{ isWeak: true, tag: '"a"' }]],
  ['""', [{ isWeak: false, tag: '""' }]],
  [
    ' "a,b" ,\tW/"c",, "d" ,',
    [
      { isWeak: false, tag: '"a,b"' },
      { isWeak: true, tag: '"c"' },
      { isWeak: false, tag: '"d"' },
    ],
  ],
])('%p is a list of tags', (header, list) => {
  expect(parseTags(header)).toEqual(list);
});

it.each([
  '',
  ' ',
  ',',
  'a',
  '"a',
  'a"',
  '"a" "b"',
  '"a b"',
  'w/"a"',
  '*, "a"',
  '"a", *',
  '"a";q=1',
])('%p is none', (header) => {
  expect(parseTags(header)).toBeNull();
});

it('a tag is found weakly', () => {
  expect(matchesWeakly('*', '"a"')).toBe(true);
  expect(matchesWeakly(parseTags('"b", W/"a"')!, '"a"')).toBe(true);
  expect(matchesWeakly(parseTags('"b"')!, '"a"')).toBe(false);
});
