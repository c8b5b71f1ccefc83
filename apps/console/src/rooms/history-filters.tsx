import { Search, X } from 'lucide-react';
import { useState } from 'react';
import { useDomain } from '../shared/session/domain';
import { startOf } from '../shared/texts/formats';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import { Field } from '../shared/ui/field';
import { Input } from '../shared/ui/input';
import type { HistoryFilter } from './history.queries';
import { senderIn } from './history-view';
import styles from './rooms.module.css';

/** A day to jump to, words to look for, somebody who said them. */
export function HistoryFilters({
  sender: first = '',
  onChange,
}: {
  /** bare JID that is looked for at first */
  readonly sender?: string | undefined;
  readonly onChange: (filter: HistoryFilter) => void;
}) {
  const say = useSay();
  const [search, setSearch] = useState('');
  const [sender, setSender] = useState(first);
  const [from, setFrom] = useState('');
  const address = senderIn(sender, useDomain());
  const isShort = search.trim() !== '' && [...search.trim()].length < 3;
  const apply = () =>
    onChange({
      ...(search.trim() && { search: search.trim() }),
      ...(address && { sender: address }),
      ...(from && { from: startOf(from).toISOString() }),
    });
  const clear = () => {
    setSearch('');
    setSender('');
    setFrom('');
    onChange({});
  };
  return (
    <form
      className={styles['search']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isShort && address !== null) apply();
      }}
    >
      <Field
        label={say('rooms.history.search')}
        error={isShort ? say('rooms.history.searchShort') : undefined}
      >
        {(control) => (
          <Input {...control} value={search} onChange={({ target }) => setSearch(target.value)} />
        )}
      </Field>
      <Field
        label={say('rooms.history.sender')}
        error={address === null ? say('rooms.history.senderWrong') : undefined}
      >
        {(control) => (
          <Input {...control} value={sender} onChange={({ target }) => setSender(target.value)} />
        )}
      </Field>
      <Field label={say('rooms.history.from')}>
        {(control) => (
          <Input
            {...control}
            type="date"
            max="9999-12-31"
            value={from}
            onChange={({ target }) => setFrom(target.value)}
          />
        )}
      </Field>
      <Button icon={Search} isSubmit>
        {say('rooms.history.find')}
      </Button>
      {(search || sender || from) && (
        <Button icon={X} kind="quiet" onClick={clear}>
          {say('list.clearFilters')}
        </Button>
      )}
    </form>
  );
}
