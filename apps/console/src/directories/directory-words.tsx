import { choiceText, labelOf } from '../shared/fields/field-table';
import { formatNumber } from '../shared/texts/formats';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Badge } from '../shared/ui/badge';
import { takenBy } from './brake';
import { runFields } from './directories.fields';
import type { Directory, Run } from './directories.fields';

const STATES = { ok: 'ok', failing: 'danger', waiting: 'warn', off: 'plain' } as const;

/** Whether a directory is kept in step. */
export function DirectoryState({ of: { state } }: { readonly of: Directory }) {
  const say = useSay();
  return <Badge kind={STATES[state]}>{say(`directories.states.${state}`)}</Badge>;
}

const STATUSES = {
  ...({ queued: 'plain', reading: 'accent', waiting: 'warn', writing: 'accent' } as const),
  ...({ done: 'ok', failed: 'danger', cancelled: 'plain' } as const),
};

/** How far a run is, and whether it changes nothing. */
export function RunStatus({ of: { status, dryRun } }: { readonly of: Run }) {
  const say = useSay();
  return (
    <>
      <Badge kind={STATUSES[status]}>{choiceText(runFields, 'status', status)}</Badge>
      {dryRun && (
        <>
          {' '}
          <Badge kind="accent">{say('directories.dryRun')}</Badge>
        </>
      )}
    </>
  );
}

const OUTCOMES = [
  ...(['added', 'updated', 'renamed', 'locked', 'unlocked', 'removed', 'failed'] as const),
];

/** Why a run failed, else what it has done, in a line. */
export function Outcome({ of: run }: { readonly of: Run }) {
  if (run.status === 'failed' || run.status === 'cancelled') return <Reason of={run.message} />;
  return OUTCOMES.filter((name) => run[name] > 0)
    .map((name) => `${labelOf(runFields, name)}: ${formatNumber(run[name])}`)
    .join(' · ');
}

/** Why a run waits, has failed or was cancelled; reasons of the directory are English. */
export function Reason({ of: message }: { readonly of: string | undefined }) {
  const say = useSay();
  if (!message) return null;
  const taken = takenBy(message);
  if (taken.length > 0) {
    return taken.map(({ kind, ...counts }) => (
      <p key={kind}>
        {say(
          `directories.taken.${kind}`,
          Object.fromEntries(
            Object.entries(counts).map(([name, count]) => [name, formatNumber(count)]),
          ),
        )}
      </p>
    ));
  }
  const [, early] = /^Reading ended early: (.*)$/s.exec(message) ?? [];
  const [, by] = /^Cancelled by (.*)$/s.exec(message) ?? [];
  if (by !== undefined) return say('directories.cancelledBy', { who: plain(by) });
  return (
    <>
      {early !== undefined && `${say('directories.endedEarly')} `}
      <span lang="en">{plain(early ?? message)}</span>
    </>
  );
}
