import {
  directoryRunDoc,
  directoryRunsDoc,
  runResultsDoc,
} from '@chat-admin/codecs/directories/directory.doc';
import type { Principal } from '@chat-admin/domain/access/principal';
import { DirectoryManagement } from '@chat-admin/domain/directories/directory-management';
import { OUTCOMES } from '@chat-admin/domain/directories/directory-run';
import type { RunResult } from '@chat-admin/domain/directories/directory-run';
import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { quoted } from '../access/also-needed.js';
import type { AlsoNeeded } from '../access/also-needed.js';
import { Caller } from '../access/caller.js';
import { API_ROOT } from '../http/api-root.js';
import { Post } from '../http/changing-routes.js';
import { asksForDryRun } from '../http/dry-runs.js';
import {
  About,
  AlsoNeeds,
  Audited,
  endpointOf,
  Lists,
  Operation,
  Queries,
  Refuses,
  Replies,
  Succeeds,
  TriesLater,
  WithoutDryRun,
} from '../http/endpoint.js';
import { choiceFilter } from '../http/list-filters.js';
import { listed, Listing, listOf, ListRequest } from '../http/lists.js';
import type { Listed } from '../http/lists.js';
import { readQuery } from '../http/queries.js';
import type { Query as RawQuery } from '../http/query-string.js';
import { created, document } from '../http/replies.js';
import { documentsOrTables } from '../http/tables.js';
import { RunQuery } from './run.query.js';

const theRun = document(directoryRunDoc);
const byNumber = { key: 'number', sorts: {}, sortsByKey: true, others: [] } as const;

/** Contract: extensions E1.2 */
const runList = listOf(directoryRunsDoc, { ...byNumber, filters: {} });
const results = listOf(runResultsDoc, {
  ...byNumber,
  filters: { outcome: choiceFilter('Lines with this outcome', OUTCOMES) },
});

const COLUMNS = ['line', 'object', 'outcome', 'changed', 'exception', 'message'] as const;
const writtenResults = documentsOrTables<Listed<RunResult>, (typeof COLUMNS)[number]>(
  listed(runResultsDoc, results),
  ({ fields }) => COLUMNS.filter((name) => fields === null || fields.includes(name)),
);

const WHAT_RUNS_CHANGE = ['users:write', 'groups:write', 'lockouts:write'] as const;
const toRun: AlsoNeeded = { says: quoted(WHAT_RUNS_CHANGE), byPath: () => WHAT_RUNS_CHANGE };
const WHOM_RUNS_NAME = ['users:read'] as const;
const toReadResults: AlsoNeeded = {
  says: quoted(WHOM_RUNS_NAME),
  byPath: () => WHOM_RUNS_NAME,
};

/** Contract: extensions E13.2 */
@Controller(`${API_ROOT}/directories/:name/runs`)
@About('directories')
@Refuses('directory-not-found')
export class DirectoryRunsController {
  constructor(private readonly directories: DirectoryManagement) {}

  @Get()
  @Operation('listDirectoryRuns', 'Lists runs of a directory, the newest first')
  @Lists(runList)
  @Replies(listed(directoryRunsDoc, runList))
  list(@Param('name') name: string, @Listing() asked: ListRequest<(typeof runList)['filters']>) {
    return asked.answer(this.directories.listRuns(name));
  }

  @Get(':id')
  @Operation('getDirectoryRun', 'Reads a run of a directory')
  @Refuses('run-not-found')
  @Replies(theRun)
  find(@Param('name') name: string, @Param('id') id: string) {
    return this.directories.getRun(name, id);
  }

  @Post()
  @Succeeds(202)
  @Operation('createDirectoryRun', 'Brings users and groups in step with a directory')
  @AlsoNeeds(toRun)
  @Refuses('run-under-way')
  @Queries('runMode', 'runDryRun')
  @Replies(created(theRun, ({ directory, id }) => ['directories', directory!, 'runs', id!]))
  @TriesLater()
  @Audited('directory run')
  create(
    @Param('name') name: string,
    @Query() query: RawQuery,
    @Req() request: FastifyRequest,
    @Caller() caller: Principal,
  ) {
    const { mode } = readQuery(RunQuery, query);
    const dryRun = asksForDryRun(request, endpointOf(request)!);
    return this.directories.begin(name, { mode, dryRun }, caller);
  }

  @Get(':id/results')
  @Operation('listDirectoryRunResults', 'Lists what a run has changed, or would')
  @AlsoNeeds(toReadResults)
  @Refuses('run-not-found')
  @Lists(results)
  @Replies(writtenResults)
  async results(
    @Param('name') name: string,
    @Param('id') id: string,
    @Listing() asked: ListRequest<(typeof results)['filters']>,
  ) {
    return asked.answer(await this.directories.results(name, id, asked.filters.outcome));
  }

  @Post(':id/confirm')
  @Succeeds(200)
  @Operation('confirmDirectoryRun', 'Carries out a run that waits, if it does no more than it told')
  @AlsoNeeds(toRun)
  @Refuses('run-does-not-wait', 'run-not-found')
  @Replies(theRun)
  @WithoutDryRun()
  @Audited('confirmed directory run')
  confirm(@Param('name') name: string, @Param('id') id: string) {
    return this.directories.confirm(name, id);
  }

  @Post(':id/cancel')
  @Succeeds(200)
  @Operation('cancelDirectoryRun', 'Ends a run; what it has changed stays')
  @AlsoNeeds(toRun)
  @Refuses('run-not-found')
  @Replies(theRun)
  @WithoutDryRun()
  @Audited('cancelled directory run')
  cancel(@Param('name') name: string, @Param('id') id: string, @Caller() caller: Principal) {
    return this.directories.cancel(name, id, caller);
  }
}
