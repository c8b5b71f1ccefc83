import type { DirectoryPerson } from './directory-source.js';
import { nameHere } from './plan.js';

const person: DirectoryPerson = {
  ...{ kind: 'person', externalId: 'u1', dn: '', username: null, name: null, email: null },
  ...{ properties: {}, disabled: false, disabledFrom: null, passwordTime: null, card: null },
};

it.each([
  ['Bob@Corp', 'bob\\40corp'],
  [" d'Arc ", 'd\\27arc'],
  ['a\\40b', 'a\\5c40b'],
  ['ÄRGER', 'ärger'],
  ['a'.repeat(65), null],
  ['', null],
])('%j is called %j, as in Openfire', (username, name) => {
  expect(nameHere({ ...person, username })).toBe(name);
});

it.each([
  ['Klasse 5b', 'Klasse 5b'],
  ['  ', null],
  ['K\u0000', null],
  ['g'.repeat(51), null],
])('the group %j is called %j', (name, called) => {
  const group = {
    kind: 'group',
    externalId: 'g1',
    dn: '',
    description: null,
    members: [],
  } as const;
  expect(nameHere({ ...group, name })).toBe(called);
});
