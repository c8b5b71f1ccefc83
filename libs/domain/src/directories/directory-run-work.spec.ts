import type { Domainpart, Localpart } from '../shared/jid.js';
import { ServiceDomain } from '../shared/service-domain.js';
import type { CarryOut } from './carry-out.js';
import { DirectoryRunWork } from './directory-run-work.js';
import { NO_COUNTS } from './directory-run.js';
import type { DirectoryRun, RunResult, StagedPerson } from './directory-run.js';
import type { RunPorts } from './directory-runs.js';
import type { DirectorySettings } from './directory-settings.js';
import type { DirectorySource } from './directory-source.js';

const [ANN, BEN] = ['ann', 'ben'] as [Localpart, Localpart];
const settings: DirectorySettings = {
  ...{ name: 'main', kind: 'ad', servers: [], logins: 'off', keepKeysDays: 0, missing: 'lock' },
  ...{ deleteAfterDays: 30, onConflict: 'fail', administrators: false, vcard: 'off', share: [] },
  ...{ pollMs: 1, fullMs: 1, brake: { percent: 10, atLeast: 20 }, digest: 'a' },
};
const doc = (externalId: string, username: string) => ({
  ...{ kind: 'person' as const, externalId, dn: '', username, name: null, email: null },
  ...{ properties: {}, disabled: false, disabledFrom: null, passwordTime: null, card: null },
});
/** An entry whose user is called otherwise than `name`, or already so. */
const staged = (externalId: string, name: Localpart, now: Localpart): StagedPerson => ({
  ...{ externalId, doc: doc(externalId, name), name, twice: false, vcard: null },
  holder:
    name === now
      ? null
      : {
          ...{ source: 'directory:main', externalId: 'u2', gone: false, aside: '~x' as Localpart },
          becomes: { name: now, doc: doc('u2', now) },
        },
  here: {
    ...{ username: now, name: null, email: null, properties: [], fields: [], keys: [] },
    ...{ goneSince: null, lockout: null },
  },
});

/** Writes these pieces, of which u1 takes the name of u2. */
async function resultsOf(pieces: readonly (readonly StagedPerson[])[], dryRun = false) {
  const left = [...pieces];
  const results: RunResult[] = [];
  const idle = async () => undefined;
  const ports = {
    runs: {
      ...{ renew: idle, save: idle, clear: idle, putState: idle },
      now: async () => new Date(),
      countStaged: async () => 2,
      gone: async () => [],
      groups: async () => [],
      people: async () => left.shift() ?? [],
      addResults: async (_id: string, some: readonly RunResult[]) => void results.push(...some),
    },
    groups: {},
    transactions: {
      run: (work: () => Promise<unknown>) => work(),
      part: (work: () => Promise<unknown>) => work(),
    },
    properties: { read: () => '' },
    domain: new ServiceDomain('example.org' as Domainpart),
  } as unknown as RunPorts;
  const carryOut = {
    person: async (id: string) => (id === 'u1' ? { externalId: 'u2', from: ANN, to: BEN } : null),
  } as unknown as CarryOut;
  const work = new DirectoryRunWork(ports, settings, {} as DirectorySource, carryOut, {
    audited: (_run, _about, doing) => doing(),
    failureOf: () => null,
    tell: idle,
    forget: () => undefined,
    now: () => new Date(),
    vcardOf: () => null,
  });
  const run: DirectoryRun = {
    ...{ id: '1', directory: 'main', mode: 'full', dryRun, status: 'writing', createdBy: 'root' },
    ...{ created: new Date(), started: null, finished: null, counts: NO_COUNTS, affected: null },
    ...{ confirmed: null, message: null, position: { pass: 'people', after: '', lines: 0 } },
    reading: { cursor: {} as never, digest: 'a', staged: 2, whole: true, full: true },
  };
  const { counts } = await work.goOn(run, 'here');
  expect(counts.renamed).toBe(results.length);
  return results.map(({ line, object, outcome, message }) => [line, object, outcome, message]);
}

const taker = staged('u1', ANN, BEN);
const TAKEN = [1, '/users/ann', 'renamed', 'Was ben'];
const LEFT = [2, '/users/ben', 'renamed', 'Was ann'];

it.each([
  ['comes later', [[taker], [staged('u2', BEN, BEN)]]],
  ['comes with it', [[taker, staged('u2', BEN, ANN)]]],
])('who moves on for somebody is told once, where the own entry %s', async (_when, pieces) => {
  expect(await resultsOf(pieces)).toEqual([TAKEN, LEFT]);
});

it('in a trial the own entry alone tells of it', async () => {
  expect(await resultsOf([[taker], [staged('u2', BEN, ANN)]], true)).toEqual([TAKEN, LEFT]);
});
