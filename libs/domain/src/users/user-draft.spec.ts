import { username } from './user.js';
import { asksForRename, checkNewUser, checkUpdate } from './user-draft.js';

const ola = username('ola')!;

describe('checkNewUser', () => {
  it('prepares the name, sorts properties, and keeps the last value of a repeated key', () => {
    const properties = [
      { key: 'b', value: '1' },
      { key: 'a', value: '' },
      { key: 'b', value: '2' },
    ];
    expect(checkNewUser({ username: 'Ola', password: 'p', name: ' ', properties })).toMatchObject({
      user: {
        username: 'ola',
        name: null,
        email: null,
        properties: [
          { key: 'a', value: '' },
          { key: 'b', value: '2' },
        ],
      },
      password: 'p',
      sent: 'Ola',
    });
  });

  it.each([
    [null, 'Could not create new user', 'users'],
    [{ username: '', password: 'p' }, 'Could not create new user', 'users'],
    [{ username: 'Ola' }, 'Could not create new user, because password is null', 'Ola'],
    [
      { username: 'o la', password: '' },
      'Could not create new user, because password is null',
      'o la',
    ],
    [{ username: 'o la', password: 'p' }, 'Could not create new user', 'o la'],
    [{ username: 'a'.repeat(65), password: 'p' }, 'Could not create new user', 'a'.repeat(65)],
    [
      { username: 'Ola', password: 'p', properties: [{ key: '', value: 'x' }] },
      'Could not create new user, because a property has no key or no value',
      'Ola',
    ],
    [
      { username: 'Ola', password: 'p', properties: [{ key: 'x' }] },
      'Could not create new user, because a property has no key or no value',
      'Ola',
    ],
    [{ username: 'ola', password: 'x'.repeat(1024) }, 'Invalid value for password', null],
    [{ username: 'ola', password: '\u0007' }, 'Invalid value for password', null],
    [
      { username: 'ola', password: 'p', name: 'x'.repeat(101) },
      'Invalid value for name: longer than 100 characters',
      null,
    ],
    [
      { username: 'ola', password: 'p', email: 'x'.repeat(101) },
      'Invalid value for email: longer than 100 characters',
      null,
    ],
  ])('refuses %j', (draft, message, resource) => {
    const check = (): unknown => checkNewUser(draft);
    expect(check).toThrow(expect.objectContaining({ message, resource }));
  });
});

describe('checkUpdate', () => {
  it.each([{}, { username: 'eva' }])('keeps properties that are left out: %j', (draft) => {
    expect(checkUpdate(ola, 'OLA', draft).change.properties).toBeUndefined();
    expect(checkUpdate(ola, 'OLA', { ...draft, properties: [] }).change.properties).toEqual([]);
  });

  it('keeps what is absent and clears what is blank', () => {
    expect(checkUpdate(ola, 'ola', { name: '' }).change).toMatchObject({
      name: null,
      email: undefined,
    });
  });

  it('does not take another spelling of the same name for a rename', () => {
    expect(checkUpdate(ola, 'ola', { username: 'OLA' }).rename).toBeNull();
    expect(asksForRename(ola, { username: 'OLA' })).toBe(false);
    expect(asksForRename(ola, { username: 'eva' })).toBe(true);
  });

  it.each([
    [{ username: '' }, 'Could not create new user', 'users'],
    [{ username: 'e va' }, 'Could not create new user', 'e va'],
    [{ password: '' }, 'Could not update the user, because the password is empty', 'Ola'],
    [
      { properties: [{ value: 'x' }] },
      'Could not update the user, because a property has no key or no value',
      'Ola',
    ],
  ])('refuses %j', (draft, message, resource) => {
    const check = (): unknown => checkUpdate(ola, 'Ola', draft);
    expect(check).toThrow(expect.objectContaining({ message, resource }));
  });
});
