import {
  fullReportDoc,
  measuresDoc,
  measuresResultDoc,
  reportDoc,
  reportDraftDoc,
  reportPatchDoc,
  reportsDoc,
} from '@chat-admin/codecs/reports/report.doc';
import type { DescribableDocument } from '@chat-admin/codecs/wire/describe';

const created = new Date('2026-11-22T08:00:00.000Z');
const report = {
  ...{ id: '17', status: 'open', kind: 'spam', text: 'Sells watches', language: 'en' },
  ...{ accused: 'eve@example.org', person: 'eve@example.org', reporter: 'ola@example.org' },
  ...{ source: 'blocking', count: 1, missing: 0, processing: [], created },
};
const message = {
  ...{ id: 'c812', time: created, from: 'eve@example.org', body: 'Buy a watch' },
  stanza: '<message from="eve@example.org/desk"><body>Buy a watch</body></message>',
  ...{ how: 'named', sha256: '9f86d081884c7d65'.repeat(4) },
};

/** Documents about reports, with what they show. */
export const REPORT_SAMPLES: readonly (readonly [DescribableDocument, unknown])[] = [
  [reportDraftDoc, { accused: 'eve@example.org', kind: 'spam', messages: ['r812'] }],
  [reportDoc, report],
  [fullReportDoc, { ...report, evidence: [message] }],
  [reportsDoc, [report]],
  [measuresDoc, { lock: true, reason: 'spam', retract: 'room', ban: true, status: 'acted' }],
  [measuresResultDoc, [{ name: 'retract', outcome: 'done', count: 12 }]],
];

export const REPORT_PATCH: [DescribableDocument, object] = [reportPatchDoc, { status: 'acting' }];
