import { arrivalIn } from './arrival';

it.each([
  ['?code=c&state=s', '', { code: 'c', state: 's' }],
  [
    '?code=c%2B&state=s&iss=https%3A%2F%2Fi',
    '#/users',
    { code: 'c+', state: 's', iss: 'https://i' },
  ],
  ['?error=access_denied&state=s', '', { error: 'access_denied', state: 's' }],
  ['', '#once=a.ola%40b', { once: 'a.ola@b' }],
  ['', '#/users?once=x', null],
  ['?code=c', '', null],
  ['?state=s', '', null],
  ['', '', null],
])('%s %s brings %j', (search, hash, expected) => {
  expect(arrivalIn(search, hash)).toEqual(expected);
});
