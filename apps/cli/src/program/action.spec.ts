import { table } from './action.js';

it('a row of a table is one line, whatever its cells hold', () => {
  expect(
    table([
      ['key', 'value'],
      ['a', 'x\r\nadmin: yes'],
      ['longer', 'tab\there'],
    ]),
  ).toEqual(['key     value', 'a       x\\u000d\\u000aadmin: yes', 'longer  tab\\u0009here']);
});
