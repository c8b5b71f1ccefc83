import type { ListPath } from '@chat-admin/client';
import type { ReactNode } from 'react';
import { lineRefusal } from '../api/errors';
import { choiceText } from '../fields/field-table';
import type { Cells } from '../list/columns';
import type { ListOf, PathValues } from '../list/list';
import { ListScreen } from '../list/list-screen';
import { namedBy } from '../people/named';
import { Thing } from '../people/thing';
import type { Scope } from '../session/scopes';
import { useMay } from '../session/session';
import { useSay } from '../texts/texts';
import { Badge } from '../ui/badge';
import { MissingScopes } from '../ui/missing-scopes';
import { Refused } from '../ui/refused';
import { Empty } from '../ui/states';

interface Line {
  readonly outcome: string;
  readonly object?: string;
  readonly exception?: string;
  readonly message?: string;
}

/** What has become of each line of a job, or of each entry of a run. */
export function ResultLines<P extends ListPath, E extends Line>({
  list,
  path,
  scope,
  cells,
  empty,
}: {
  readonly list: ListOf<P, E>;
  readonly path: PathValues;
  /** needed to see them */
  readonly scope: Scope;
  readonly cells?: Cells<E>;
  /** where there are none, and will be none */
  readonly empty?: ReactNode;
}) {
  const say = useSay();
  if (!useMay()(scope)) {
    return <MissingScopes scopes={[scope]}>{say('progress.resultsNeed')}</MissingScopes>;
  }
  return (
    <ListScreen<P, E>
      list={list}
      path={path}
      title={say('results.title')}
      cells={
        {
          outcome: ({ outcome }: E) => (
            <Badge kind={KINDS[outcome] ?? 'ok'}>
              {choiceText(list.table, 'outcome' as never, outcome)}
            </Badge>
          ),
          object: ({ object }: E) => object && <Thing of={namedBy(object)} />,
          message: (line: E) => line.outcome === 'failed' && <Refused of={lineRefusal(line)} />,
          ...cells,
        } as Cells<E>
      }
      empty={empty ?? <Empty title={say('results.empty')}>{say('results.emptyText')}</Empty>}
      isPart
    />
  );
}

const KINDS: Readonly<Record<string, 'danger' | 'plain' | 'warn'>> = {
  failed: 'danger',
  unchanged: 'plain',
};
