import { affiliations, jid } from '../../../test/muc.js';
import { effectiveAffiliations } from './effective-affiliations.js';

const people = new Map([
  ['ops', [jid('bob'), jid('zoe')]],
  ['leads', [jid('zoe')]],
]);

it.each([
  [affiliations({ bob: 'member' }, { ops: 'owner' }), 'owner'],
  [affiliations({ bob: 'outcast' }, { ops: 'admin' }), 'admin'],
  [affiliations({ bob: 'member' }, { ops: 'outcast' }), 'outcast'],
  [affiliations({ bob: 'outcast' }, { ops: 'member' }), 'outcast'],
  [affiliations({}, { ops: 'member' }), 'member'],
  [affiliations({}, { leads: 'owner' }), undefined],
  [affiliations({}, { unknown: 'owner' }), undefined],
])('the highest-ranking affiliation is effective: %#', (held, expected) => {
  expect(effectiveAffiliations(held, people).get(jid('bob'))).toBe(expected);
});
