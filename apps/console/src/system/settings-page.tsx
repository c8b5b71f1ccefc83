import { Lock, Plus } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useAnswer } from '../shared/api/query';
import { SearchBox } from '../shared/list/search-box';
import { inAddress, useAddress } from '../shared/screens/address';
import { useMay } from '../shared/session/session';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Badge } from '../shared/ui/badge';
import { Button } from '../shared/ui/button';
import { Page } from '../shared/ui/page';
import { Empty, ErrorState, Skeleton } from '../shared/ui/states';
import { NewPropertyDialog } from './new-property-dialog';
import type { Property } from './properties.queries';
import { propertiesQuery } from './properties.queries';
import { PropertyDialog } from './property-dialog';
import { AREA_NAMES, areaOf, MASK } from './property-rules';
import { descriptionOf } from './property-words';
import styles from './system.module.css';

const SEARCH = { text: inAddress.text, key: inAddress.text };

/** System properties by area. */
export default function SettingsPage() {
  const say = useSay();
  const may = useMay();
  const { data: all, error, refetch } = useAnswer(propertiesQuery);
  const [{ text, key }, setAddress] = useAddress(SEARCH);
  const [isNew, setNew] = useState(false);
  const wanted = useDeferredValue(text ?? '').toLowerCase();
  const found = (all ?? []).filter((one) =>
    `${one.key} ${descriptionOf(one) ?? ''} ${one.sensitive ? '' : (one.value ?? '')}`
      .toLowerCase()
      .includes(wanted),
  );
  const opened = all?.find((one) => one.key === key);
  return (
    <Page
      title={say('screens.settings')}
      actions={
        may('properties:write') && (
          <Button kind="primary" icon={Plus} onClick={() => setNew(true)}>
            {say('system.add')}
          </Button>
        )
      }
    >
      <div className={styles['search']}>
        <SearchBox
          label={say('system.search')}
          value={text ?? ''}
          onChange={(next, isSmall) => setAddress({ text: next === '' ? null : next }, isSmall)}
        />
      </div>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!all && !error && <Skeleton lines={8} />}
      {all && found.length === 0 && (
        <Empty
          title={say('list.nothingFound')}
          action={
            <Button onClick={() => setAddress({ text: null })}>{say('list.clearFilters')}</Button>
          }
        />
      )}
      {AREA_NAMES.map((area) => {
        const inArea = found.filter((one) => areaOf(one) === area);
        if (inArea.length === 0) return null;
        return (
          <section key={area} className={styles['area']}>
            <h2>{say(`system.areas.${area}`)}</h2>
            <ul className={styles['rows']}>
              {inArea.map((one) => (
                <li key={one.key}>
                  <Row property={one} onOpen={() => setAddress({ key: one.key })} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {opened && (
        <PropertyDialog
          key={opened.key}
          property={opened}
          onClose={() => setAddress({ key: null })}
        />
      )}
      <NewPropertyDialog isOpen={isNew} onClose={() => setNew(false)} />
    </Page>
  );
}

function Row({ property, onOpen }: { readonly property: Property; readonly onOpen: () => void }) {
  const say = useSay();
  const { key, value, sensitive, immediate, default: usual } = property;
  const description = descriptionOf(property);
  const isUnset = value === undefined || value === '';
  return (
    <button type="button" className={styles['row']} onClick={onOpen}>
      <span className={styles['what']}>
        <span className={styles['key']}>
          <code>{plain(key)}</code>
          {property.protected && <Lock size={14} aria-label={say('system.protected')} />}
          {immediate === false && <Badge kind="warn">{say('system.atRestart')}</Badge>}
        </span>
        {description !== null && <span className={styles['about']}>{description}</span>}
      </span>
      <span className={styles['value']}>
        {isUnset
          ? say('system.notSet')
          : sensitive || value === MASK
            ? say('system.isSet')
            : plain(value)}
        {!isUnset && !sensitive && usual === value && (
          <span className={styles['about']}>{say('system.isDefault')}</span>
        )}
      </span>
    </button>
  );
}
