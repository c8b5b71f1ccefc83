import { Tabs as Base } from '@base-ui/react/tabs';
import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { Skeleton } from './states';
import styles from './tabs.module.css';

export interface TabEntry<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly content: () => ReactNode;
}

/** Parts of a page; the one that is open stands in the address, which the page keeps. */
export function Tabs<V extends string>({
  value,
  tabs,
  onChange,
}: {
  readonly value: V;
  readonly tabs: readonly TabEntry<V>[];
  readonly onChange: (value: V) => void;
}) {
  return (
    <Base.Root value={value} onValueChange={(chosen) => onChange(chosen as V)}>
      <Base.List className={styles['list']} activateOnFocus={false}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={styles['tab']}>
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className={styles['panel']}>
          {tab.value === value && <Suspense fallback={<Skeleton />}>{tab.content()}</Suspense>}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
