import type { RetentionManagement } from '@chat-admin/domain/retention/retention-management';
import type { RetentionRule } from '@chat-admin/domain/retention/retention-rule';
import { ListTooSlow } from '@chat-admin/domain/shared/paging';
import { COMMAND_LINE } from '../../database/command-audit.js';
import { withUseCases } from '../../database/use-cases.js';
import { report, table } from '../../program/action.js';
import type { Action, ReportOptions, Terminal } from '../../program/action.js';

export interface FileOption extends ReportOptions {
  /** not of messages */
  readonly files?: boolean;
}

export interface RuleOptions extends FileOption {
  readonly subject: string;
}

export interface RuleChange extends RuleOptions {
  readonly days: string;
}

export const listRules: Action<ReportOptions> = (options, terminal) =>
  withRules(terminal, 'list', async (rules) => {
    const listed = await rules.list();
    report(terminal, options, { retentionRules: listed }, table(listed.map(rowOf)));
  });

export const setRule: Action<RuleChange> = ({ subject, days, files, ...options }, terminal) =>
  withRules(terminal, `set ${subject}`, async (rules) => {
    const rule = await rules.set(
      { ...aboutOf(subject, files), days: readDays(days) },
      { name: COMMAND_LINE },
    );
    const due = await dueOf(rules, rule.id);
    const what = files ? 'files' : 'messages';
    report(terminal, options, { ...rule, ...(due !== null && { due }) }, [
      rowOf(rule).join('  '),
      due === null
        ? `Counting the ${what} that are older takes too long`
        : `${due} ${what} are older (counted up to 100,000)`,
    ]);
  });

export const deleteRule: Action<RuleOptions> = ({ subject, files, ...options }, terminal) =>
  withRules(terminal, `delete ${subject}`, async (rules) => {
    await rules.unset(aboutOf(subject, files));
    report(terminal, options, {}, [`The rule for ${subject} is deleted`]);
  });

const aboutOf = (subject: string, files = false) => ({
  subject,
  ...(files && { kind: 'file' }),
});

/** `null`: they are too many to count in time, which the change does not wait for. */
async function dueOf(rules: RetentionManagement, id: string): Promise<number | null> {
  try {
    return (await rules.get(id)).due;
  } catch (error) {
    if (error instanceof ListTooSlow) return null;
    throw error;
  }
}

/** What is no number is refused as days are that nobody can keep anything for. */
const readDays = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : -1);

function rowOf({ kind, subject, days, acts }: RetentionRule): readonly string[] {
  const kept = days === 0 ? 'for ever' : `${days} days`;
  return [
    kind,
    subject ?? 'default',
    kept,
    ...(acts === null ? [] : [`from ${acts.toISOString()}`]),
  ];
}

function withRules(
  terminal: Terminal,
  words: string,
  work: (rules: RetentionManagement) => Promise<void>,
): Promise<number> {
  const described = { command: `retention ${words}`, object: '/retention' };
  return withUseCases(terminal, described, ({ retention }) => work(retention));
}
