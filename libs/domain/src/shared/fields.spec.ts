import {
  changesOf,
  choice,
  choices,
  flag,
  integer,
  requireLimits,
  shownAs,
  shownNames,
  shownOf,
  text,
  valuesOf,
} from './fields.js';

const TABLE = {
  title: text({ limit: 3 }),
  note: text({ unsetWhen: 'empty' }),
  email: text({ unsetWhen: 'blank' }),
  size: integer(7),
  open: flag(true),
  rule: shownAs('RULE', choice(['all', 'none'], 'all')),
  parts: choices(['a', 'b', 'c'], ['a', 'c'], '-'),
};
const DEFAULTS = {
  ...{ title: null, note: null, email: null },
  ...{ size: 7, open: true, rule: 'all', parts: ['a', 'c'] },
};

it('absent fields get their default', () => {
  expect(valuesOf(TABLE, {})).toEqual(DEFAULTS);
  expect(valuesOf(TABLE, { title: undefined })).toEqual(DEFAULTS);
});

it('a change leaves absent fields alone', () => {
  expect(changesOf(TABLE, { title: '', email: ' ', size: 0 })).toEqual({
    ...{ title: '', email: null, size: 0 },
    ...{ note: undefined, open: undefined, rule: undefined, parts: undefined },
  });
});

it('what a change clears gets its default', () => {
  const { title, open, rule, note } = changesOf(TABLE, { title: null, open: null, rule: null });
  expect({ title, open, rule, note }).toEqual({
    ...{ title: null, open: true, rule: 'all', note: undefined },
  });
});

it('fields are shown as documents name and order them', () => {
  const names = shownNames(TABLE, { made: 'title', rule: 'parts' });
  expect(Object.values(names)).toEqual([
    ...['title', 'made', 'note', 'email', 'size', 'open', 'parts', 'RULE'],
  ]);
  expect(shownOf(names, new Set(['rule', 'unknown', 'made', 'open']))).toEqual([
    ...['made', 'open', 'RULE'],
  ]);
});

it('texts stay as received, unless they mean none', () => {
  const blank = { title: ' ', note: ' ', email: ' ' };
  expect(valuesOf(TABLE, blank)).toMatchObject({ title: ' ', note: ' ', email: null });
  const empty = { title: '', note: '', email: '' };
  expect(valuesOf(TABLE, empty)).toMatchObject({ title: '', note: null, email: null });
});

it('a choice is a word in any letter case, and empty text means its default', () => {
  expect(valuesOf(TABLE, { rule: ' NonE\n' }).rule).toBe('none');
  expect(valuesOf(TABLE, { rule: ' ' }).rule).toBe('all');
  expect(() => valuesOf(TABLE, { rule: ' no ne' })).toThrow('Invalid value for RULE:  no ne');
});

it('choices are words in any letter case, stored in their order without duplicates', () => {
  expect(valuesOf(TABLE, { parts: ['C', ' ', ' a ', 'c'] }).parts).toEqual(['a', 'c']);
  expect(() => valuesOf(TABLE, { parts: ['a', 'D'] })).toThrow('Invalid value for parts: D');
});

it.each([[[]], [['']], [['-']], [['-', '', '-']]])('%j chooses none', (parts) => {
  expect(valuesOf(TABLE, { parts }).parts).toEqual([]);
});

it('the word for none stands alone', () => {
  expect(() => valuesOf(TABLE, { parts: ['a', '-'] })).toThrow('Invalid value for parts: -');
});

it('long values are truncated in messages', () => {
  expect(() => valuesOf(TABLE, { rule: '\u{1f600}'.repeat(200) })).toThrow(
    new RegExp(`^Invalid value for RULE: ${'\u{1f600}'.repeat(100)}$`, 'u'),
  );
});

it('limits count characters', () => {
  expect(() => requireLimits(TABLE, { title: '\u{1f600}'.repeat(3) })).not.toThrow();
  expect(() => requireLimits(TABLE, { title: 'long' })).toThrow(
    'Invalid value for title: longer than 3 characters',
  );
});
