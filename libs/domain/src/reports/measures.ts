import { invalidValue } from '../shared/domain-error.js';
import { parseBareJid } from '../shared/jid.js';
import type { BareJid, Localpart } from '../shared/jid.js';
import { readReason } from '../shared/reason.js';
import type { Scope } from '../shared/scopes.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import { shownTime } from '../shared/sent-time.js';
import { requireWord } from '../shared/words.js';
import type { RoomPath } from '../muc/rooms/room-directory.js';
import { ReportStepRefused } from './errors.js';
import type { Report, ReportPatch } from './report.js';

/** What is taken back: the evidence, or all that the person has said in the room of the report. */
export const RETRACTED_MESSAGES = ['evidence', 'room'] as const;
/** Which rooms the person has to leave: that of the report, or all. */
export const LEFT_ROOMS = ['here', 'all'] as const;
/** In the order in which they are done. */
export const MEASURES = ['lock', 'retract', 'ban', 'report', 'rooms', 'sessions'] as const;
export type Measure = (typeof MEASURES)[number];
/** `deferred`: stored, and done once the chat server is back; `failed`: the chat server went away before it. */
export const MEASURE_OUTCOMES = ['done', 'unchanged', 'deferred', 'failed'] as const;

/** What is to be done about a report, as received from a client. Contract: extensions E20 */
export interface MeasuresDraft extends ReportPatch {
  readonly lock?: boolean | undefined;
  /** end of the lockout */
  readonly until?: Date | undefined;
  /** of the lockout, told in the rooms, too */
  readonly reason?: string | undefined;
  readonly sessions?: boolean | undefined;
  readonly retract?: string | undefined;
  readonly rooms?: string | undefined;
  readonly ban?: boolean | undefined;
}

export interface Measures {
  readonly parts: readonly Measure[];
  readonly until: Date | undefined;
  readonly reason: string | null;
  readonly retract: (typeof RETRACTED_MESSAGES)[number] | null;
  readonly rooms: (typeof LEFT_ROOMS)[number] | null;
  readonly patch: ReportPatch;
}

export interface MeasuredPart {
  readonly name: Measure;
  readonly outcome: (typeof MEASURE_OUTCOMES)[number];
  /** how many messages, rooms or sessions; `null`: there is nothing to count */
  readonly count: number | null;
}

const SCOPES: Readonly<Record<Measure, Scope>> = {
  lock: 'lockouts:write',
  retract: 'history:write',
  ban: 'rooms:write',
  report: 'reports:write',
  rooms: 'sessions:write',
  sessions: 'sessions:write',
};

/** Each once, in the order of the parts. */
export const scopesOfMeasures = (parts: readonly Measure[] = MEASURES): readonly Scope[] => [
  ...new Set(parts.map((part) => SCOPES[part])),
];

export function partsOf(draft: MeasuresDraft): readonly Measure[] {
  const { lock, sessions, retract, rooms, ban, status, note, assignee } = draft;
  const wanted: Readonly<Record<Measure, boolean>> = {
    ...{ lock: lock === true, sessions: sessions === true, ban: ban === true },
    ...{ retract: Boolean(retract), rooms: Boolean(rooms) },
    report: [status, note, assignee].some((one) => one !== undefined),
  };
  return MEASURES.filter((part) => wanted[part]);
}

/** @throws InvalidArgument */
export function readMeasures(draft: MeasuresDraft): Measures {
  const { until, reason, retract, rooms, status, note, assignee, notify } = draft;
  const parts = partsOf(draft);
  if (until !== undefined && draft.lock !== true) {
    throw invalidValue('until', shownTime(until), 'only with lock');
  }
  return {
    parts,
    until,
    reason: readReason(reason),
    retract: retract ? requireWord(RETRACTED_MESSAGES, retract, 'retract') : null,
    rooms: rooms ? requireWord(LEFT_ROOMS, rooms, 'rooms') : null,
    patch: {
      ...(status !== undefined && { status }),
      ...(note !== undefined && { note }),
      ...(assignee !== undefined && { assignee }),
      ...(notify && { notify }),
    },
  };
}

/** Whom and where the measures are about. */
export interface Target {
  /** the local account */
  readonly user: Localpart | null;
  /** the person, also of another domain */
  readonly who: BareJid | null;
  readonly room: RoomPath | null;
}

export function targetOf({ person, accused, room }: Report, domain: ServiceDomain): Target {
  const known = person ?? (room === null && accused !== 'erased' ? accused : null);
  const at = room?.lastIndexOf('@') ?? 0;
  return {
    user: person === null ? null : (domain.localJid(person)?.local ?? null),
    who: known === null ? null : parseBareJid(known),
    room: room === null ? null : { room: room.slice(0, at), service: room.slice(at + 1) },
  };
}

/** @throws ReportStepRefused */
export function requireTarget({ parts, retract, rooms }: Measures, target: Target, id: string) {
  const refuse = (part: Measure, lacks: string) => {
    if (parts.includes(part)) throw new ReportStepRefused(id, `${part}: ${lacks}`);
  };
  if (target.user === null) {
    const nobody = 'no local account is behind the report';
    refuse('lock', nobody);
    refuse('sessions', nobody);
    if (rooms === 'all') refuse('rooms', nobody);
  }
  const ofRoom: readonly Measure[] = [
    'ban',
    ...(retract === 'room' ? (['retract'] as const) : []),
    ...(rooms === 'here' ? (['rooms'] as const) : []),
  ];
  for (const part of ofRoom) {
    if (target.room === null) refuse(part, 'the report is about no room');
    if (target.who === null) refuse(part, 'nobody is known who was reported');
  }
}
