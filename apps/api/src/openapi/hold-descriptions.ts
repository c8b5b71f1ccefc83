import {
  countedHoldDoc,
  holdDoc,
  holdDraftDoc,
  holdPatchDoc,
  holdsDoc,
} from '@chat-admin/codecs/holds/hold.doc';
import type { DescribableDocument } from '@chat-admin/codecs/wire/describe';

const hold = {
  id: 'Number of the hold',
  name: 'What it is called',
  reason: 'Why messages must not be lost',
  persons: 'Bare JIDs, or user names, whose messages are kept',
  rooms: 'Rooms whose messages are kept, as `room@service`',
  from: 'Messages from this time on; absent: all',
  until: 'Messages before this time; absent: all',
  status: 'Whether it counts; `releasing`: another person has to agree to its release',
  created: 'When it was made',
  createdBy: 'Who made it',
  released: 'When it was released',
  releasedBy: 'Who released it',
};

/** Members of documents about holds, by the name of the schema. */
export const HOLD_DESCRIPTIONS = {
  Hold: hold,
  Holds: { holds: 'The holds' },
  CountedHold: {
    ...hold,
    kept: 'Copies of messages that are gone or were changed, counted up to 100,000',
  },
  HoldDraft: hold,
};

const at = new Date('2026-11-22T08:00:00.000Z');
const draft = { name: 'Case 12', reason: 'Asked for by the court', persons: ['ola@example.org'] };
const shown = { id: '7', ...draft, rooms: [], status: 'active', created: at, createdBy: 'boss' };

/** Documents about holds, with what they show. */
export const HOLD_SAMPLES: readonly (readonly [DescribableDocument, unknown])[] = [
  [holdDraftDoc, draft],
  [holdDoc, shown],
  [countedHoldDoc, { ...shown, kept: 1234 }],
  [holdsDoc, [shown]],
];

export const HOLD_PATCH: [DescribableDocument, object] = [
  holdPatchDoc,
  { persons: ['ola@example.org', 'bob@example.org'] },
];
