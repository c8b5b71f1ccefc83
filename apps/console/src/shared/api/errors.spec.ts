import { ERRORS } from '@chat-admin/client';
import type { ErrorCode } from '@chat-admin/client';
import { flat, LANGUAGES, readTexts } from '../../../test/support/texts';

// what the preferences ask a browser for
Object.assign(globalThis, { navigator: { languages: ['en'] }, window: new EventTarget() });
const { addTexts, speak } = await import('../texts/texts');
const { lineRefusal, refusalOf } = await import('./errors');
const { ERROR_TEXTS } = await import('./error-texts');

const CODES = Object.keys(ERRORS) as ErrorCode[];
/** These end with a reason that the service alone can say. */
const WITH_REASON = ['document-unknown', 'unreadable-body', 'unreadable-line', 'unreadable-table'];

const messageOf = (code: ErrorCode): string => ERRORS[code].text.replaceAll(/\{\w+\}/g, 'x');

beforeAll(() => {
  for (const language of LANGUAGES) addTexts(language, readTexts(language, 'shell'));
});

it.each(LANGUAGES)('every error is said in %s, by its code or by its message', async (language) => {
  speak(language);
  const left = CODES.filter((code) => {
    const { status, exception } = ERRORS[code];
    const refused = { exception, message: messageOf(code), resource: 'ola' };
    const byCode = refusalOf({ ...refused, code }, status);
    expect(refusalOf(refused)).toEqual(byCode);
    if (byCode.english !== null && !byCode.text.endsWith(byCode.english)) throw new Error(code);
    return byCode.english !== null;
  });
  expect(left).toEqual(WITH_REASON);
});

it('no text says what the service never does', () => {
  const { errors } = readTexts('en', 'shell') as { errors: ReturnType<typeof readTexts> };
  const used = new Set<string>(Object.values(ERROR_TEXTS));
  const texts = Object.keys(flat(errors)).filter((name) => /^([A-Z]|said\.)/.test(name));
  expect(texts.filter((name) => !used.has(name))).toEqual([]);
});

describe('In German', () => {
  beforeEach(() => speak('de'));

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
    const line = {
      exception: 'UserAlreadyExistsException',
      message: 'Could not create new user',
      object: '/users/m%C3%BCller',
    };
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
