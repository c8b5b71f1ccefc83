import { calledBy } from './called-by';

it.each([
  ['mia', 'Mia Mayer', 'Mia Mayer (mia)'],
  ['mia', '', 'mia'],
  ['mia', null, 'mia'],
  ['mia', 'mia', 'mia'],
])('%s with the name %j is called %s', (username, name, called) => {
  expect(calledBy(username, name)).toBe(called);
});
