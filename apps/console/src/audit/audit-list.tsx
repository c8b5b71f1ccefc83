import { ShieldCheck } from 'lucide-react';
import { Suspense, useState } from 'react';
import { ListScreen } from '../shared/list/list-screen';
import { beginsWith } from '../shared/list/use-list';
import { lazy } from '../shared/load/lazy';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import { Empty } from '../shared/ui/states';
import { Time } from '../shared/ui/time';
import { decoded, readDetails } from '../shared/audit/audit-details';
import { Told } from '../shared/audit/sentence-view';
import { formatNumber } from '../shared/texts/formats';
import { auditList } from './audit.queries';
import styles from './audit.module.css';
import { Outcome } from '../shared/audit/outcome';

const SealsDialog = lazy(() => import('./seals-dialog'));

export const begin = beginsWith(auditList);

/** Who has done what, newest first. */
export default function AuditList() {
  const say = useSay();
  const [showsSeals, setShowsSeals] = useState(false);
  return (
    <>
      <ListScreen
        list={auditList}
        title={say('screens.audit')}
        actions={
          <Button icon={ShieldCheck} onClick={() => setShowsSeals(true)}>
            {say('audit.seals.open')}
          </Button>
        }
        cells={{
          timestamp: ({ timestamp }) => (
            <Time of={new Date(timestamp * 1000).toISOString()} isAbsolute />
          ),
          summary: (row) => (
            <>
              <Told act={row} />
              {row.others.length > 0 && (
                <span className={styles['others']}>
                  {' '}
                  {say('audit.others', {
                    count: row.others.length,
                    number: formatNumber(row.others.length),
                  })}
                </span>
              )}
            </>
          ),
          details: ({ details }) => {
            const { outcome, object = '' } = readDetails(details);
            return (
              <span className={styles['object']}>
                <Outcome of={outcome} /> <span>{plain(decoded(object))}</span>
              </span>
            );
          },
        }}
        empty={<Empty title={say('audit.empty')}>{say('audit.emptyText')}</Empty>}
      />
      {showsSeals && (
        <Suspense>
          <SealsDialog onClose={() => setShowsSeals(false)} />
        </Suspense>
      )}
    </>
  );
}
