import type { HoldManagement } from '@chat-admin/domain/holds/hold-management';
import type { Hold } from '@chat-admin/domain/holds/hold';
import { COMMAND_LINE } from '../../database/command-audit.js';
import { withUseCases } from '../../database/use-cases.js';
import { report, table } from '../../program/action.js';
import type { Action, ReportOptions, Terminal } from '../../program/action.js';
import { UnusableWord } from '../../outcome/failures.js';

export interface HoldTermsGiven extends ReportOptions {
  readonly name: string;
  readonly reason: string;
  readonly person?: readonly string[];
  readonly room?: readonly string[];
  readonly from?: string;
  readonly until?: string;
}

export interface HoldOptions extends ReportOptions {
  readonly id: string;
}

const OPERATOR = { name: COMMAND_LINE, id: `secret:${COMMAND_LINE}`, kind: 'secret' } as const;

export const listHolds: Action<ReportOptions> = (options, terminal) =>
  withHolds(terminal, 'list', async (holds) => {
    const listed = await holds.list();
    report(terminal, options, { holds: listed }, table(listed.map(rowOf)));
  });

export const addHold: Action<HoldTermsGiven> = (given, terminal) => {
  const { name, reason, person: persons, room: rooms } = given;
  const draft = {
    ...{ name, reason, persons, rooms },
    from: readTime('--from', given.from),
    until: readTime('--until', given.until),
  };
  return withHolds(terminal, 'add', async (holds) => {
    const hold = await holds.create(draft, OPERATOR);
    report(terminal, given, hold, [rowOf(hold).join('  ')]);
  });
};

export const releaseHold: Action<HoldOptions> = ({ id, ...options }, terminal) =>
  withHolds(terminal, `release ${id}`, async (holds) => {
    const hold = await holds.release(id, OPERATOR);
    const told =
      hold.status === 'released'
        ? `Hold ${id} is released; copies that no other one covers go within the hour`
        : `Hold ${id} waits for another person to release it`;
    report(terminal, options, hold, [told]);
  });

function readTime(option: string, text: string | undefined): Date | null {
  if (text === undefined) return null;
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new UnusableWord(`${option}: ${text} is no time`);
  return time;
}

const rowOf = ({ id, name, status, persons, rooms }: Hold): readonly string[] => [
  ...[id, status, name],
  [...persons, ...rooms].join(','),
];

function withHolds(
  terminal: Terminal,
  words: string,
  work: (holds: HoldManagement) => Promise<void>,
): Promise<number> {
  const described = { command: `hold ${words}`, object: '/holds' };
  return withUseCases(terminal, described, ({ holds }) => work(holds));
}
