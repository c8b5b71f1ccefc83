import {
  fullReportDoc,
  measuresDoc,
  measuresResultDoc,
  reportDraftDoc,
  reportPatchDoc,
  reportsDoc,
} from '@chat-admin/codecs/reports/report.doc';
import type { Principal } from '@chat-admin/domain/access/principal';
import { partsOf, scopesOfMeasures } from '@chat-admin/domain/reports/measures';
import type { MeasuresDraft } from '@chat-admin/domain/reports/measures';
import { isReportId } from '@chat-admin/domain/reports/report';
import type { ReportDraft, ReportPatch } from '@chat-admin/domain/reports/report';
import { ReportManagement } from '@chat-admin/domain/reports/report-management';
import { ReportMeasures } from '@chat-admin/domain/reports/report-measures';
import type { ReportActor } from '@chat-admin/domain/reports/report-measures';
import { Body, Controller, Get, Param } from '@nestjs/common';
import { quoted } from '../access/also-needed.js';
import type { AlsoNeeded } from '../access/also-needed.js';
import { Caller } from '../access/caller.js';
import { API_ROOT } from '../http/api-root.js';
import { body, mergePatch, optional, recognized } from '../http/bodies.js';
import { Patch, Post } from '../http/changing-routes.js';
import {
  About,
  Accepts,
  AlsoNeeds,
  Audited,
  Changes,
  InSteps,
  Lists,
  Operation,
  Refuses,
  Replies,
  Succeeds,
  Tagged,
  WithoutDryRun,
} from '../http/endpoint.js';
import { aList, guardedDocument } from '../http/guarded.js';
import type { Guarded } from '../http/guarded.js';
import { listed, Listing, ListRequest } from '../http/lists.js';
import { created, document } from '../http/replies.js';
import { Acting } from './acting.js';
import { reportList } from './report-list.js';

const theDocument = document(fullReportDoc);

const theReport: Guarded = async ({ reports }, { id = '' }) => {
  const report = isReportId(id) ? await reports.lock(id) : null;
  const full = report && { ...report, evidence: await reports.evidence(id) };
  return guardedDocument(theDocument, full);
};

const TO_SEE_EVIDENCE = ['reports:read'] as const;
const TO_NAME_MESSAGES = ['history:read'] as const;
/** What is made is answered with copies of the messages that it names. */
const toReport: AlsoNeeded = {
  says: `${quoted(TO_SEE_EVIDENCE)}, and ${quoted(TO_NAME_MESSAGES)} with \`messages\``,
  byPath: () => TO_SEE_EVIDENCE,
  byBody: (draft: ReportDraft | null) => (draft?.messages?.length ? TO_NAME_MESSAGES : []),
};

/** As the single calls. */
const toAct: AlsoNeeded = {
  says: `${quoted(scopesOfMeasures())}: those of the measures; \`admins:write\` to lock an administrator or an account with a role`,
  byBody: (draft: MeasuresDraft | null) => scopesOfMeasures(partsOf(draft ?? {})),
};

/** Contract: extensions E20 */
@Controller(`${API_ROOT}/reports`)
@About('reports')
export class ReportsController {
  constructor(
    private readonly reports: ReportManagement,
    private readonly measures: ReportMeasures,
  ) {}

  @Get()
  @Operation('listReports', 'Lists reports of spam and abuse, the newest first')
  @Lists(reportList)
  @Replies(listed(reportsDoc, reportList))
  list(@Listing() asked: ListRequest<(typeof reportList)['filters']>) {
    return asked.answer(this.reports.list(asked.filters));
  }

  @Get(':id')
  @Operation('getReport', 'Reads a report with its evidence, which leaves an audit entry')
  @Refuses('report-not-found')
  @Tagged()
  @Replies(theDocument)
  @Audited('report')
  find(@Param('id') id: string) {
    return this.reports.get(id);
  }

  @Post()
  @Operation('createReport', 'Adds a report to the queue')
  @AlsoNeeds(toReport)
  @Accepts(recognized(body(reportDraftDoc)))
  @Replies(created(theDocument, ({ id }) => ['reports', id!]))
  @Changes(aList)
  @WithoutDryRun()
  @Audited('report')
  create(@Body() draft: ReportDraft | null) {
    return this.reports.create(draft ?? {});
  }

  @Patch(':id')
  @Operation('patchReport', 'Changes status, assignee or note of a report')
  @Refuses('report-not-found', 'report-step-refused')
  @Tagged()
  @Accepts(mergePatch(reportPatchDoc))
  @Replies(theDocument)
  @Changes(theReport)
  @Audited('report')
  patch(@Body() patch: ReportPatch, @Param('id') id: string, @Caller() caller: Principal) {
    return this.reports.patch(id, patch, caller);
  }

  @Post(':id/measures')
  @Succeeds(200)
  @Operation('actOnReport', 'Does all that a report calls for at once, or nothing')
  @AlsoNeeds(toAct)
  @Refuses(
    'affiliation-change-not-allowed',
    'last-administrator',
    'lockout-ends-before-start',
    'own-account',
    'report-not-found',
    'report-step-refused',
  )
  @Accepts(recognized(optional(body(measuresDoc))))
  @Replies(document(measuresResultDoc))
  @Changes(theReport)
  @InSteps()
  @Audited('report measures')
  act(@Body() draft: MeasuresDraft | null, @Param('id') id: string, @Acting() by: ReportActor) {
    return this.measures.apply(id, draft ?? {}, by);
  }
}
