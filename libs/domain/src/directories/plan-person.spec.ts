import type { Localpart } from '../shared/jid.js';
import type { PersonHere, StagedPerson } from './directory-run.js';
import type { DirectoryCard, DirectoryPerson } from './directory-source.js';
import type { DirectorySettings } from './directory-settings.js';
import { planGone, planPerson } from './plan-person.js';

const MAIN = 'directory:main';
const NOW = new Date('2026-06-01T00:00:00Z');
const settings: DirectorySettings = {
  ...{ name: 'main', kind: 'ad', servers: [], logins: 'off', keepKeysDays: 0, missing: 'lock' },
  ...{ deleteAfterDays: 30, onConflict: 'fail', administrators: false, vcard: 'off', share: [] },
  ...{ pollMs: 1, fullMs: 1, brake: { percent: 10, atLeast: 20 }, digest: '' },
};
const context = (changed: Partial<DirectorySettings> = {}) => ({
  source: MAIN,
  settings: { ...settings, ...changed },
  now: NOW,
  isAdministrator: (name: Localpart) => name === 'admin',
  vcardOf: ({ title }: DirectoryCard) => (title ? { xml: title, digest: `of ${title}` } : null),
});
const person = (changed: Partial<DirectoryPerson> = {}): DirectoryPerson => ({
  ...{ kind: 'person', externalId: 'u1', dn: '', username: 'Ola', name: 'Ola', email: null },
  ...{ properties: {}, disabled: false, disabledFrom: null, passwordTime: null, card: null },
  ...changed,
});
const here: PersonHere = {
  ...{ username: 'ola' as Localpart, name: 'Ola', email: null, properties: [] },
  ...{ fields: ['name'], keys: [], goneSince: null, lockout: null },
};
const staged = (
  doc: Partial<DirectoryPerson> = {},
  now: Partial<PersonHere> | null = {},
  more: Partial<StagedPerson> = {},
): StagedPerson => ({
  ...{
    externalId: 'u1',
    doc: person(doc),
    name: doc.username === null ? null : (doc.username ?? 'ola'),
    twice: false,
    holder: null,
    vcard: null,
  },
  here: now && { ...here, ...now },
  ...more,
});
const holder = { externalId: 'u2', gone: false, becomes: null, aside: '~x' as Localpart };
const leaving = (name: string, doc: Partial<DirectoryPerson> = {}) => {
  const becomes = { name: name as Localpart, doc: person({ externalId: 'u2', ...doc }) };
  return { holder: { ...holder, source: MAIN, becomes } };
};
const CARD = staged({ card: { title: 'Dr' } });
const withVcard = (vcard: string): StagedPerson => ({ ...CARD, vcard });
const locked = { author: MAIN, from: new Date('2026-05-01T00:00:00Z'), until: null };

it.each<[string, StagedPerson, string, Partial<DirectorySettings>?]>([
  ['new', staged({}, null), 'created'],
  ['the same', staged(), 'unchanged'],
  ['another name', staged({ name: 'Olaf' }), 'updated'],
  ['a name that somebody has set here', staged({ name: null }, { fields: [] }), 'unchanged'],
  ['a name that is gone there', staged({ name: null }), 'updated'],
  ['another user name', staged({ username: 'olga' }), 'renamed'],
  ['disabled', staged({ disabled: true }), 'locked'],
  ['disabled, as before', staged({ disabled: true }, { lockout: locked }), 'unchanged'],
  [
    'disabled, and locked here',
    staged({ disabled: true }, { lockout: { ...locked, author: 'boss' } }),
    'unchanged',
  ],
  ['enabled again', staged({}, { lockout: locked }), 'unlocked'],
  ['enabled, and locked here', staged({}, { lockout: { ...locked, author: 'boss' } }), 'unchanged'],
  ['ends tomorrow', staged({ disabledFrom: new Date('2026-06-02T00:00:00Z') }), 'locked'],
  ['back', staged({}, { goneSince: NOW }), 'updated'],
  ['a vCard, and none here', CARD, 'updated', { vcard: 'initial' }],
  ['a vCard, and another one here', withVcard('of Rev'), 'unchanged', { vcard: 'initial' }],
  ['another vCard', withVcard('of Rev'), 'updated', { vcard: 'always' }],
  ['the same vCard', withVcard('of Dr'), 'unchanged', { vcard: 'always' }],
  ['nothing for a vCard', staged({ card: {} }), 'unchanged', { vcard: 'always' }],
  ['a password that is tried there', staged(), 'updated', { logins: 'bind' }],
  ['without a name', staged({ username: null }), 'failed'],
  ['with a name for nobody', staged({}, null, { name: null }), 'failed'],
  ['with a name that comes twice', staged({}, {}, { twice: true }), 'failed'],
  ['with a zero', staged({ name: 'O\u0000' }), 'failed'],
  ['an administrator', staged({ username: 'admin' }, null), 'failed'],
  [
    'an administrator who may',
    staged({ username: 'admin' }, null),
    'created',
    { administrators: true },
  ],
  ['a local one of that name', staged({}, null, { holder: { ...holder, source: null } }), 'failed'],
  [
    'a local one who is handed over',
    staged({}, null, { holder: { ...holder, source: null } }),
    'updated',
    { onConflict: 'link' },
  ],
  [
    'one of another source',
    staged({}, null, { holder: { ...holder, source: 'scim' } }),
    'failed',
    { onConflict: 'link' },
  ],
  [
    'one who is gone',
    staged({}, null, { holder: { ...holder, source: MAIN, gone: true } }),
    'failed',
  ],
  ['one who gets another name', staged({}, null, leaving('bo')), 'created'],
  ['one whose other name is reserved', staged({}, null, leaving('admin')), 'failed'],
  [
    'one whose other name is reserved, and may be had',
    staged({}, null, leaving('admin')),
    'created',
    { administrators: true },
  ],
  [
    'one whose entry cannot be taken',
    staged({}, null, leaving('bo', { email: '\ufffe' })),
    'failed',
  ],
])('%s', (_what, one, outcome, changed = {}) => {
  expect(planPerson(one, context(changed)).outcome).toBe(outcome);
});

it.each<[string, Date | null, Partial<DirectorySettings>, string]>([
  ['who has just gone', null, {}, 'locked'],
  ['who is kept', null, { missing: 'keep' }, 'unchanged'],
  ['who has been gone for long', new Date(0), {}, 'unchanged'],
  ['who is to be deleted', new Date('2026-05-02T00:00:00Z'), { missing: 'delete' }, 'removed'],
  [
    'who is to be deleted later',
    new Date('2026-05-03T00:00:00Z'),
    { missing: 'delete' },
    'unchanged',
  ],
])('somebody %s', (_what, goneSince, changed, outcome) => {
  expect(planGone({ name: 'ola', goneSince }, context(changed)).outcome).toBe(outcome);
});
