import { useState } from 'react';
import { Chart } from '../shared/chart/chart';
import { useAnswer } from '../shared/api/query';
import { inAddress, useAddress } from '../shared/screens/address';
import { formatNumber } from '../shared/texts/formats';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import { NativeSelect } from '../shared/ui/native-select';
import { ErrorState, Skeleton } from '../shared/ui/states';
import { Time } from '../shared/ui/time';
import styles from './overview.module.css';
import { historyQuery, PERIODS } from './overview.queries';
import type { Period } from './overview.queries';

const NAMES = Object.keys(PERIODS) as Period[];
const search = { period: inAddress.oneOf(...NAMES) };

/** How many people were online, as a line or as a table. */
export function Online() {
  const say = useSay();
  const [address, setAddress] = useAddress(search);
  const [isTable, setTable] = useState(false);
  const period = address.period ?? 'day';
  const { data, error, refetch } = useAnswer(historyQuery, period);
  const isEmpty = data?.samples.length === 0;
  return (
    <>
      <div className={styles['head']}>
        <h2>{say('overview.chart.title')}</h2>
        <div className={styles['tools']}>
          <NativeSelect<Period>
            label={say('overview.chart.period')}
            value={period}
            choices={NAMES.map((value) => ({
              value,
              label: say(`overview.chart.periods.${value}`),
            }))}
            onChange={(next) => setAddress({ period: next === 'day' ? null : next })}
          />
          <Button onClick={() => setTable(!isTable)}>
            {say(isTable ? 'overview.chart.asChart' : 'overview.chart.asTable')}
          </Button>
        </div>
      </div>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton />}
      {isEmpty && <p className={styles['muted']}>{say('overview.chart.none')}</p>}
      {data && !isEmpty && !isTable && (
        <Chart
          times={data.times}
          values={data.users}
          label={say('overview.chart.users')}
          step={PERIODS[period].step}
          summary={say('overview.chart.summary', {
            least: formatNumber(Math.min(...data.users)),
            most: formatNumber(Math.max(...data.users)),
          })}
        />
      )}
      {data && !isEmpty && isTable && (
        <div className={styles['table']} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{say('overview.chart.time')}</th>
                <th scope="col">{say('overview.chart.users')}</th>
                <th scope="col">{say('overview.chart.sessions')}</th>
              </tr>
            </thead>
            <tbody>
              {data.samples.map(({ timestamp, users, sessions }) => (
                <tr key={timestamp}>
                  <td>
                    <Time of={timestamp} isAbsolute />
                  </td>
                  <td>{formatNumber(users)}</td>
                  <td>{formatNumber(sessions)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
