import { invalidValue, requireLength } from '../shared/domain-error.js';
import { bareJid, parseJid } from '../shared/jid.js';
import type { Patch } from '../shared/patch.js';
import { isWithinBytes } from '../shared/utf8.js';
import { requireWord } from '../shared/words.js';
import { ReportStepRefused } from './errors.js';

export const REPORT_STATUSES = ['open', 'acting', 'acted', 'dismissed'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];
export const REPORT_KINDS = ['spam', 'abuse', 'other'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];
/** In a block, in a message to the domain, by a moderator. */
export const REPORT_SOURCES = ['blocking', 'message', 'api'] as const;
/** How a message has become evidence. */
export const EVIDENCE_WAYS = ['named', 'recent', 'forwarded'] as const;

export const MOST_NOTE_CHARACTERS = 2000;
export const MOST_TEXT_CHARACTERS = 2000;
export const MOST_ASSIGNEE_CHARACTERS = 255;
export const MOST_NAMED_MESSAGES = 20;
/** of UTF-8; longer ones do not fit into an index of PostgreSQL */
export const MOST_ACCUSED_BYTES = 2000;

/** Contract: extensions E20 */
export interface Report {
  readonly id: string;
  readonly status: ReportStatus;
  readonly kind: ReportKind;
  /** each time that it was told on lines of its own */
  readonly text: string | null;
  readonly language: string | null;
  /** as it was blocked */
  readonly accused: string;
  /** bare JID of the local account behind it; `null`: there is none, or no more */
  readonly person: string | null;
  /** `room@service` */
  readonly room: string | null;
  /** bare JID; `null`: the account is no more, or a moderator has made it */
  readonly reporter: string | null;
  readonly source: (typeof REPORT_SOURCES)[number];
  /** how often it was told */
  readonly count: number;
  /** messages that were named and are not there */
  readonly missing: number;
  /** what the reporter agrees to */
  readonly processing: readonly string[];
  readonly assignee: string | null;
  readonly note: string | null;
  readonly created: Date;
  readonly closed: Date | null;
  readonly closedBy: string | null;
}

/** A copy of a message. */
export interface Evidence {
  /** `c17` of an archive, `r17` of a room; `null`: another server has handed it over */
  readonly id: string | null;
  readonly time: Date | null;
  readonly from: string;
  readonly body: string | null;
  readonly stanza: string | null;
  readonly how: (typeof EVIDENCE_WAYS)[number];
  /** of the stanza, hexadecimal */
  readonly sha256: string | null;
}

export interface FullReport extends Report {
  readonly evidence: readonly Evidence[];
}

/** What somebody who handles a report decides of it. */
export interface ReportHandling {
  readonly status: ReportStatus;
  readonly assignee: string | null;
  readonly note: string | null;
}
export type ReportPatch = Patch<
  { [K in keyof ReportHandling]: string } & {
    /** the reporter is told where this closes it */
    readonly notify: boolean;
  }
>;

/** By what they are kept as. */
export const REPORT_SHOWN = {
  status: 'status',
  text: 'text',
  count: 'count',
  assignee: 'assignee',
  note: 'note',
} as const satisfies Readonly<Record<string, keyof Report>>;

/** What a moderator makes of what they have seen. */
export interface ReportDraft {
  readonly accused?: string | undefined;
  readonly kind?: string | undefined;
  readonly text?: string | undefined;
  readonly messages?: readonly string[];
}

export interface NewReport {
  readonly accused: string;
  readonly kind: ReportKind;
  readonly text: string | null;
  /** numbers of messages in rooms */
  readonly messages: readonly string[];
}

export const isClosed = (status: ReportStatus): boolean =>
  status === 'acted' || status === 'dismissed';

/** Whether it is one that the database can hold. */
export const isReportId = (text: string): boolean => /^[1-9]\d{0,17}$/.test(text);

/**
 * A report as it is handled after a patch. One that is begun, or closed without being begun, is that of its handler.
 * @param handler name of the principal
 * @throws InvalidArgument, ReportStepRefused
 */
export function handled(before: Report, patch: ReportPatch, handler: string): ReportHandling {
  const assignee = patched(before.assignee, patch.assignee);
  const note = patched(before.note, patch.note);
  requireLength('assignee', assignee, MOST_ASSIGNEE_CHARACTERS);
  requireLength('note', note, MOST_NOTE_CHARACTERS);
  const { status: wanted = before.status } = patch;
  const status = requireWord(REPORT_STATUSES, wanted ?? '', 'status');
  if (status === before.status) return { status, assignee, note };
  // what is closed is opened first, and only what was closed is opened
  if (isClosed(before.status) !== (status === 'open')) {
    throw new ReportStepRefused(before.id, `it is ${before.status}`);
  }
  return { status, assignee: status === 'open' ? assignee : (assignee ?? handler), note };
}

const patched = (before: string | null, sent: string | null | undefined): string | null =>
  sent === undefined ? before : sent || null;

/** @throws InvalidArgument */
export function newReport(draft: ReportDraft): NewReport {
  const { accused = '', kind, text, messages = [] } = draft;
  requireLength('text', text, MOST_TEXT_CHARACTERS);
  if (messages.length > MOST_NAMED_MESSAGES) {
    throw invalidValue('messages', String(messages.length), `at most ${MOST_NAMED_MESSAGES} ids`);
  }
  return {
    accused: preparedJid(accused),
    kind: kind === undefined ? 'other' : requireWord(REPORT_KINDS, kind, 'kind'),
    text: text || null,
    messages: [...new Set(messages.map(numberOfMessage))],
  };
}

function preparedJid(text: string): string {
  const jid = parseJid(text);
  if (jid === null) throw invalidValue('accused', text, 'a JID');
  const bare = bareJid(jid.local, jid.domain);
  const prepared = jid.resource === null ? bare : `${bare}/${jid.resource}`;
  if (!isWithinBytes(prepared, MOST_ACCUSED_BYTES)) {
    throw invalidValue('accused', text, `a JID of at most ${MOST_ACCUSED_BYTES} bytes`);
  }
  return prepared;
}

function numberOfMessage(id: string): string {
  const found = /^r([1-9]\d{0,17})$/.exec(id);
  if (found === null) throw invalidValue('messages', id, 'r and the id of a message in a room');
  return found[1]!;
}
