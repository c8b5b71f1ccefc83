import { readFileSync } from 'node:fs';
import i18next from 'i18next';
import { flat, LANGUAGES, readTexts } from '../../../test/support/texts';
import type { Language } from '../../../test/support/texts';

// what the preferences ask a browser for
Object.assign(globalThis, { navigator: { languages: ['en'] }, window: new EventTarget() });
const { lineRefusal, refusalOf } = await import('./errors');

/** What the service refuses with, as its documentation lists it. */
const REFUSALS = [
  ...readFileSync(new URL('../../../../../docs/errors.md', import.meta.url), 'utf8').matchAll(
    /^\| `[\w-]+` +\| (\d{3}) +\| `(\w+)` +\| (.+?) +\|$/gm,
  ),
].map(([, status, exception, message]) => ({
  status: Number(status),
  exception: exception!,
  message: message!,
}));

/** Those which only a console meets that does not go with its service. */
const NOT_MET = [
  ...['NotAcceptableException', 'UnsupportedMediaTypeException', 'IdempotencyKeyReusedException'],
  ...['ExpectationFailedException', 'HTTPVersionNotSupportedException', 'NotImplementedException'],
  ...['MethodNotAllowedException', 'RequestHeaderFieldsTooLargeException'],
];
/** These end with a reason that the service alone can say. */
const WITH_REASON = /^Could not read the (table|line|request body): /;

beforeAll(() =>
  i18next.init({
    lng: 'en',
    resources: Object.fromEntries(
      LANGUAGES.map((language) => [language, { translation: readTexts(language, 'shell') }]),
    ),
    interpolation: { escapeValue: false },
  }),
);

async function leftInEnglish(language: Language) {
  await i18next.changeLanguage(language);
  return REFUSALS.flatMap(({ status, exception, message }) => {
    const { text, english } = refusalOf({ exception, message, resource: 'ola' }, status);
    if (english !== null && !text.endsWith(english)) throw new Error(text);
    return english === null ? [] : { exception, message };
  });
}

it.each(LANGUAGES)('every refusal that is documented is said in %s', async (language) => {
  expect(REFUSALS.length).toBeGreaterThan(100);
  const left = await leftInEnglish(language);
  expect(left.filter(({ message }) => !WITH_REASON.test(message))).toEqual(
    REFUSALS.filter(({ exception }) => NOT_MET.includes(exception)).map(
      ({ exception, message }) => ({ exception, message }),
    ),
  );
});

it('no text says what the service never does', () => {
  const { errors } = readTexts('en', 'shell') as { errors: Readonly<Record<string, string>> };
  const said = new Set(REFUSALS.map(({ exception }) => exception));
  const exceptions = Object.keys(errors).filter((key) => /^[A-Z]/.test(key));
  expect(exceptions.filter((name) => !said.has(name))).toEqual([]);
});

describe('In German', () => {
  beforeEach(() => i18next.changeLanguage('de'));

  it.each([
    [{ exception: 'ForbiddenException', message: 'The scope users:read is needed' }, 'users:read'],
    [{ exception: 'UserNotFoundException', message: 'Could not get user' }, 'ola'],
    [{ exception: 'IllegalArgumentException', message: 'Invalid value for username' }, 'username'],
    [{ exception: 'UserNotFoundException', message: 'Could not find group member' }, 'Gruppe'],
    [{ message: 'The rights of bo have ended' }, 'bo'],
  ])('%j tells of %s', (refused, told) => {
    const { text, english } = refusalOf({ ...refused, resource: 'ola' });
    expect(text).toContain(told);
    expect(english).toBeNull();
  });

  it('the same sentence has the meaning of its exception', () => {
    const message = 'Could not create the key';
    const taken = refusalOf({ exception: 'AlreadyExistsException', message, resource: 'portal' });
    expect(taken.text).toBe('portal gibt es schon.');
    expect(refusalOf({ exception: 'NotAllowedException', message }).text).toBe(
      'Es gibt so viele Schlüssel, wie es geben darf.',
    );
  });

  it.each([
    ['IllegalArgumentException', 'Could not read the line: too many cells', 'too many cells'],
    ['NeverHeardOfException', 'The moon is full', 'The moon is full'],
  ])('what %s alone can say stays at the end in English', (exception, message, english) => {
    const refusal = refusalOf({ exception, message }, 418);
    expect(refusal.english).toBe(english);
    expect(refusal.text.endsWith(english)).toBe(true);
    expect(refusal.text).not.toBe(english);
  });

  it('a line of a job is called as its object, or as it was written', () => {
    const line = { exception: 'UserAlreadyExistsException', object: '/users/m%C3%BCller' };
    expect(lineRefusal(line).text).toContain('müller');
    expect(lineRefusal(line, 'Müller').text).toContain('Müller');
  });

  it('text of people that looks like a text of ours is shown as it is', () => {
    const { text } = refusalOf({
      message: 'Invalid value for name: {{resource}}$t(common.close)',
      resource: 'ola',
    });
    expect(text).toContain('{{resource}}$t(common.close)');
  });
});

it('texts of sentences are all used', async () => {
  const texts = readTexts('en', 'shell') as { errors: { said: Readonly<Record<string, string>> } };
  const source = readFileSync(new URL('sentences.ts', import.meta.url), 'utf8');
  const names = Object.keys(flat(texts.errors.said));
  expect(names.filter((name) => !source.includes(`  ${name}: [`))).toEqual([]);
});
