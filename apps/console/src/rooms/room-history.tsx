import { useState } from 'react';
import { useAnswer } from '../shared/api/query';
import { inAddress, useAddress } from '../shared/screens/address';
import { useMay, useSession } from '../shared/session/session';
import { formatDate } from '../shared/texts/formats';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import { Empty, ErrorState, Skeleton } from '../shared/ui/states';
import { toastFailure } from '../shared/ui/refused';
import { ChosenMessages } from './chosen-messages';
import { HistoryExport } from './history-export';
import { HistoryFilters } from './history-filters';
import { HistoryLine } from './history-line';
import { historyQuery, readHistory } from './history.queries';
import type { HistoryFilter, HistoryPage, Message } from './history.queries';
import { byDay, isRemovable, keyOf, mergeMessages } from './history-view';
import { RemoveMessages } from './remove-messages';
import type { Removal } from './remove-messages';
import styles from './rooms.module.css';

interface Props {
  readonly service: string;
  readonly name: string;
  readonly isLogged: boolean;
}

/** What has moved out of the newest page since others were read: it would be missing between them. */
interface Seen {
  /** the newest of them */
  readonly page: HistoryPage;
  readonly messages: readonly Message[];
}

/** Of whom messages are looked for at first. */
const ADDRESS = { sender: inAddress.text };

/** What was said in the room, of which reading is recorded where the operator wants it. */
export function RoomHistory(props: Props) {
  const say = useSay();
  const [{ sender }] = useAddress(ADDRESS);
  const [filter, setFilter] = useState<HistoryFilter>(sender === null ? {} : { sender });
  return (
    <div className={styles['history']}>
      <p className={styles['notice']}>{say('rooms.history.notice')}</p>
      {!props.isLogged && <p>{say('rooms.history.off')}</p>}
      <HistoryFilters sender={filter.sender} onChange={setFilter} />
      <Messages key={JSON.stringify(filter)} {...props} filter={filter} />
    </div>
  );
}

function Messages({ service, name, filter }: Props & { readonly filter: HistoryFilter }) {
  const say = useSay();
  const may = useMay();
  const retractedBy = useSession().who?.username ?? '';
  const { data: first, error, refetch } = useAnswer(historyQuery, service, name, filter);
  const [others, setOthers] = useState<readonly HistoryPage[]>([]);
  const [seen, setSeen] = useState<Seen | null>(null);
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  /** taken back from here, as they are now */
  const [retracted, setRetracted] = useState<readonly Message[]>([]);
  const [removal, setRemoval] = useState<Removal | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  if (error && !first) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!first) return <Skeleton lines={8} />;
  const see = () =>
    setSeen({ page: first, messages: mergeMessages(seen?.messages ?? [], first.messages) });
  if (seen !== null && seen.page !== first) see();
  const pages = [seen ?? first, first, ...others];
  const isHere = ({ id }: Message) => id === undefined || !gone.has(id);
  const messages = mergeMessages(...pages.map((page) => page.messages), retracted).filter(isHere);
  const removable = messages.filter(isRemovable);
  const mayDelete = may('history:write');
  const choose = (those: readonly Message[], isOn: boolean) =>
    setChosen((before) => {
      const keys = those.map(keyOf);
      return new Set([...before].filter((key) => !keys.includes(key)).concat(isOn ? keys : []));
    });
  /** of the page that reaches furthest back, or forth */
  const older = others.findLast((page) => page.messages.length > 0 && isBefore(page, first))?.older;
  const newer = others.findLast(
    (page) => page.messages.length > 0 && !isBefore(page, first),
  )?.newer;
  const before = older === undefined ? first.older : older;
  const after = filter.from ? (newer === undefined ? first.newer : newer) : null;
  const load = async (at: { before?: string; after?: string }) => {
    setBusy(true);
    see();
    try {
      const call = { signal: new AbortController().signal, headers: {} };
      const page = await readHistory(call, service, name, filter, at);
      setOthers((all) => [...all, page]);
    } catch (fault) {
      toastFailure(fault);
    } finally {
      setBusy(false);
    }
  };
  if (messages.length === 0) {
    if (first.isAway) return <Empty title={say('rooms.history.away')} />;
    const isFiltered = Object.keys(filter).length > 0;
    return <Empty title={say(isFiltered ? 'list.nothingFound' : 'rooms.history.empty')} />;
  }
  return (
    <>
      <div className={styles['tools']}>
        <HistoryExport name={name} messages={messages} />
      </div>
      <ChosenMessages
        messages={removable}
        chosen={removable.filter((message) => chosen.has(keyOf(message)))}
        onChoose={choose}
        onRemove={setRemoval}
        onClear={() => setChosen(new Set())}
      />
      <div
        className={styles['log']}
        role="log"
        aria-live="off"
        aria-label={say('rooms.tabs.history')}
      >
        {before !== null && (
          <Button kind="quiet" isBusy={isBusy} onClick={() => void load({ before })}>
            {say('rooms.history.older')}
          </Button>
        )}
        {byDay(messages, formatDate).map(([day, said]) => (
          <section key={day} className={styles['day']}>
            <h3>{day}</h3>
            {said.map((message) => (
              <HistoryLine
                key={keyOf(message)}
                message={message}
                mayDelete={mayDelete}
                isChosen={chosen.has(keyOf(message))}
                onChoose={(isOn) => choose([message], isOn)}
                onDelete={() => setRemoval({ messages: [message] })}
              />
            ))}
          </section>
        ))}
        {after !== null && (
          <Button kind="quiet" isBusy={isBusy} onClick={() => void load({ after })}>
            {say('rooms.history.newer')}
          </Button>
        )}
      </div>
      {removal && (
        <RemoveMessages
          removal={removal}
          service={service}
          name={name}
          onDeleted={(message) => {
            choose([message], false);
            setGone((ids) => new Set([...ids, message.id!]));
          }}
          onRetracted={(those, reason) => {
            choose(those, false);
            const tombstone = {
              body: '',
              retracted: new Date().toISOString(),
              retractedBy,
              reason,
            };
            setRetracted((before) => [
              ...before,
              ...those.map((message) => ({ ...message, ...tombstone })),
            ]);
          }}
          onClose={() => setRemoval(null)}
        />
      )}
    </>
  );
}

const isBefore = (page: HistoryPage, first: HistoryPage): boolean =>
  (page.messages[0]?.delay_stamp ?? '') < (first.messages[0]?.delay_stamp ?? '');
