import { Suspense } from 'react';
import { lazy } from '../shared/load/lazy';
import { useMay } from '../shared/session/session';
import { useSay, withTexts } from '../shared/texts/texts';
import { Page } from '../shared/ui/page';
import { Skeleton } from '../shared/ui/states';
import { Attention } from './attention';
import { Health } from './health';
import styles from './overview.module.css';
import { Tiles } from './tiles';

/** The chart is the only thing that needs its library. */
const Online = lazy(async () => ({ default: (await import('./online')).Online }));
const LastChanges = lazy(() => withTexts('sentences', import('./last-changes')));

/** How the service is, what goes on, and what somebody should look at. Each part fails alone. */
export default function OverviewPage() {
  const say = useSay();
  const may = useMay();
  return (
    <Page title={say('screens.overview')}>
      <Health />
      <Tiles />
      <section className={styles['card']}>
        <Suspense fallback={<Skeleton />}>
          <Online />
        </Suspense>
      </section>
      <div className={styles['columns']}>
        <Attention />
        {may('audit:read') && (
          <Suspense fallback={<Skeleton lines={5} />}>
            <LastChanges />
          </Suspense>
        )}
      </div>
    </Page>
  );
}
