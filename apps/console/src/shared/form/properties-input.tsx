import { Plus, Trash2 } from 'lucide-react';
import type { Property } from '../fields/changes';
import { useSay } from '../texts/texts';
import { Button, IconButton } from '../ui/button';
import { Input } from '../ui/input';
import styles from './form.module.css';

/** Own values as a grid of keys and values. */
export function PropertiesInput({
  id,
  value,
  onChange,
}: {
  readonly id: string;
  readonly value: readonly Property[];
  readonly onChange: (value: readonly Property[]) => void;
}) {
  const say = useSay();
  const set = (index: number, change: Partial<Property>) =>
    onChange(value.map((one, at) => (at === index ? { ...one, ...change } : one)));
  return (
    <div className={styles['properties']} id={id} role="group">
      {value.map(({ key, value: text }, index) => (
        <div key={index} className={styles['property']}>
          <Input
            value={key}
            aria-label={say('form.key')}
            onChange={({ target }) => set(index, { key: target.value })}
          />
          <Input
            value={text}
            aria-label={say('form.value')}
            onChange={({ target }) => set(index, { value: target.value })}
          />
          <IconButton
            icon={Trash2}
            label={say('form.removeProperty', { key })}
            onClick={() => onChange(value.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <Button icon={Plus} onClick={() => onChange([...value, { key: '', value: '' }])}>
        {say('form.addProperty')}
      </Button>
    </div>
  );
}
