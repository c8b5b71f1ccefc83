import { Popover } from '@base-ui/react/popover';
import { ListFilter, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazy } from '../load/lazy';
import { useMay } from '../session/session';
import { useSay } from '../texts/texts';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { Input } from '../ui/input';
import { Menu } from '../ui/menu';
import { NativeSelect } from '../ui/native-select';
import popup from '../ui/popup.module.css';
import type { FilterSpec } from './list';
import { filterChoice, filterLabel, useFilterWords } from './filter-words';
import styles from './filters.module.css';

const Picker = lazy(async () => ({ default: (await import('../ui/picker')).Picker }));

interface Props {
  readonly texts: string;
  readonly filters: Readonly<Record<string, FilterSpec>>;
  readonly values: Readonly<Record<string, unknown>>;
  readonly onChange: (change: Readonly<Record<string, unknown>>) => void;
}

/** The filters that are set, as chips, and a menu of the others. */
export function Filters({ texts, filters, values, onChange }: Props) {
  const say = useSay();
  const may = useMay();
  const [added, setAdded] = useState<string | null>(null);
  const words = useFilterWords(texts);
  const all = Object.entries(filters);
  const isSet = (name: string) => values[name] !== null && values[name] !== undefined;
  const shown = all.filter(([name]) => isSet(name) || name === added);
  const others = all.filter(
    ([name, { scope }]) => !isSet(name) && name !== added && (scope === undefined || may(scope)),
  );
  return (
    <div className={styles['filters']}>
      {shown.map(([name, spec]) => (
        <span key={name} className={styles['chip']}>
          <Popover.Root
            defaultOpen={name === added}
            onOpenChange={(isOpen) => !isOpen && setAdded(null)}
          >
            <Popover.Trigger className={styles['words']}>
              {isSet(name) ? words(name, spec, values[name]) : filterLabel(texts, name)}
            </Popover.Trigger>
            <Popover.Portal>
              <Popover.Positioner sideOffset={4} align="start" className={popup['positioner']}>
                <Popover.Popup
                  className={`${popup['popup']} ${popup['panel']}`}
                  aria-label={filterLabel(texts, name)}
                >
                  <FilterControl
                    name={name}
                    label={filterLabel(texts, name)}
                    texts={texts}
                    spec={spec}
                    value={values[name]}
                    onChange={(value) => {
                      setAdded(null);
                      onChange({ [name]: value });
                    }}
                  />
                </Popover.Popup>
              </Popover.Positioner>
            </Popover.Portal>
          </Popover.Root>
          <button
            type="button"
            className={styles['remove']}
            aria-label={say('list.removeFilter', { name: filterLabel(texts, name) })}
            onClick={() => {
              setAdded(null);
              onChange({ [name]: null });
            }}
          >
            <X size={14} aria-hidden />
          </button>
        </span>
      ))}
      {others.length > 0 && (
        <Menu
          trigger={<Button icon={ListFilter}>{say('list.filter')}</Button>}
          entries={others.map(([name, spec]) => ({
            label: filterLabel(texts, name),
            onSelect: () =>
              spec.kind === 'flag'
                ? onChange({ [name]: true })
                : setTimeout(() => setAdded(name), 0),
          }))}
        />
      )}
    </div>
  );
}

function FilterControl({
  name,
  label,
  texts,
  spec,
  value,
  onChange,
}: {
  readonly name: string;
  readonly label: string;
  readonly texts: string;
  readonly spec: FilterSpec;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}) {
  const say = useSay();
  const may = useMay();
  const [text, setText] = useState(String(value ?? ''));
  if (spec.kind === 'flag' || spec.kind === 'choice') {
    const choices =
      spec.kind === 'flag'
        ? [
            { value: 'true', label: say('common.yes') },
            { value: 'false', label: say('common.no') },
          ]
        : spec.choices.map((one) => ({
            value: one,
            label: filterChoice(texts, name, one),
          }));
    return (
      <Field label={label}>
        {({ id }) => (
          <NativeSelect
            id={id}
            value={String(value ?? choices[0]!.value)}
            choices={choices}
            onChange={(chosen) => onChange(spec.kind === 'flag' ? chosen === 'true' : chosen)}
          />
        )}
      </Field>
    );
  }
  const names = spec.kind === 'text' ? spec.names : undefined;
  return (
    <form
      className={styles['control']}
      onSubmit={(event) => {
        event.preventDefault();
        onChange(text.trim() === '' ? null : text.trim());
      }}
    >
      <Field label={label}>
        {(props) =>
          names && may(names.scope) ? (
            <Suspense>
              <Picker {...props} value={text} onChange={setText} find={names.find} />
            </Suspense>
          ) : (
            <Input
              {...props}
              {...(spec.kind === 'day' && { type: 'date', max: '9999-12-31' })}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )
        }
      </Field>
      <Button isSubmit>{say('list.apply')}</Button>
    </form>
  );
}
