import { dataOf } from '@chat-admin/client';
import { api } from '../shared/api/client';
import { query } from '../shared/api/query';
import { list } from '../shared/list/list';
import { inAddress } from '../shared/screens/address';
import { OUTCOMES, resultFields, runFields } from './directories.fields';
import type { Run } from './directories.fields';

/** No event tells how many people a directory has, nor how far a run is. */
const EVENTS = ['directory.*'];
const EVERY = 15;
const RUNNING_EVERY = 5;

/** What a run, or an act on it, makes stale. */
export const TOUCHED = ['directories', 'directory', 'directoryRuns', 'directoryRun'];

export const directoriesQuery = query({
  key: 'directories',
  events: EVENTS,
  every: EVERY,
  call: async (call) => (await dataOf(api.GET('/directories', { ...call }))).directories,
});

export const directoryQuery = query({
  key: 'directory',
  events: EVENTS,
  every: EVERY,
  call: (call, name: string) =>
    dataOf(api.GET('/directories/{name}', { params: { path: { name } }, ...call })),
});

export const isOver = ({ finished }: Run): boolean => finished !== undefined;

/** So many entries are read within seconds. */
const SHORT = 1_000;

export const runQuery = query({
  key: 'directoryRun',
  events: EVENTS,
  every: (run: Run | undefined) => {
    if (run === undefined || run.status === 'waiting') return RUNNING_EVERY;
    if (isOver(run)) return null;
    return run.read <= SHORT ? 1 : RUNNING_EVERY;
  },
  call: (call, name: string, id: string) =>
    dataOf(api.GET('/directories/{name}/runs/{id}', { params: { path: { name, id } }, ...call })),
});

export const runList = list<'/directories/{name}/runs'>({
  key: 'directoryRuns',
  path: '/directories/{name}/runs',
  rowKey: ({ id }) => id,
  rowName: ({ id }) => id,
  table: runFields,
  search: {},
  filters: {},
  open: ({ directory, id }) => ({ to: 'directoryRun', params: { name: directory, id } }),
  events: EVENTS,
  every: RUNNING_EVERY,
});

export const resultList = list<'/directories/{name}/runs/{id}/results'>({
  key: 'directoryResults',
  path: '/directories/{name}/runs/{id}/results',
  rowKey: ({ line }) => String(line),
  rowName: ({ line }) => String(line),
  table: resultFields,
  search: { outcome: inAddress.oneOf(...OUTCOMES) },
  filters: { outcome: { kind: 'choice', choices: OUTCOMES } },
  events: [],
});
