import { auditAnchorsDoc } from '@chat-admin/codecs/audit/audit-anchors.doc';
import { auditLogDoc } from '@chat-admin/codecs/audit/audit-log.doc';
import type { DescribableDocument } from '@chat-admin/codecs/wire/describe';

const entry = {
  logId: 7,
  username: 'secret',
  timestamp: 1_795_334_400,
  summary: 'PUT user ola',
  node: 'api1',
  details: 'object=/users/ola; outcome=200; request=7f3a; address=192.0.2.9; changed=name',
};
const sealed = new Date('2026-11-22T08:00:00.000Z');
const seal = { number: 812, hash: '9f86d081884c7d65'.repeat(4) };

/** Documents about the audit log, with what they show. */
export const AUDIT_SAMPLES: readonly (readonly [DescribableDocument, unknown])[] = [
  [auditLogDoc, [entry]],
  [
    auditAnchorsDoc,
    {
      ...{ ...seal, last: 9_812_345, sealed, removed: 0, unsealed: 37 },
      anchors: [{ ...seal, anchored: sealed, signature: `${'A'.repeat(86)}==` }],
    },
  ],
];
