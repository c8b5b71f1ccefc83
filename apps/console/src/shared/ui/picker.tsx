import { Autocomplete } from '@base-ui/react/autocomplete';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Call } from '../api/query';
import { plain } from '../texts/plain';
import type { ControlProps } from './field';
import field from './field.module.css';
import popup from './popup.module.css';

const WAIT_MS = 250;

/** What is being typed, once nothing has been typed for a moment. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), WAIT_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** A name that the server is asked for while somebody types; another one may be typed as well. */
export function Picker({
  value,
  onChange,
  find,
  ...control
}: ControlProps & {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** names that fit, a few */
  readonly find: (text: string, call: Call) => Promise<readonly string[]>;
}) {
  const asked = useSettled(value.trim());
  const { data: names = [] } = useQuery({
    queryKey: ['picker', find.name, asked],
    queryFn: ({ signal }) => find(asked, { signal, headers: {} }),
    enabled: asked !== '',
    staleTime: 10_000,
  });
  return (
    <Autocomplete.Root items={names} value={value} onValueChange={onChange} mode="none">
      <Autocomplete.Input
        {...control}
        className={field['input']}
        autoCapitalize="none"
        spellCheck={false}
      />
      <Autocomplete.Portal>
        <Autocomplete.Positioner sideOffset={4} className={popup['positioner']}>
          <Autocomplete.Popup className={popup['popup']} hidden={names.length === 0}>
            <Autocomplete.List>
              {(name: string) => (
                <Autocomplete.Item key={name} value={name} className={popup['item']}>
                  {plain(name)}
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  );
}
