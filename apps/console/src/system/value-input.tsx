import { PasswordInput } from '../shared/form/password-input';
import { ListInput } from '../shared/form/list-input';
import { sayIfKnown, useSay } from '../shared/texts/texts';
import type { ControlProps } from '../shared/ui/field';
import { Input } from '../shared/ui/input';
import { NativeSelect } from '../shared/ui/native-select';
import type { Property } from './properties.queries';
import { isList } from './property-rules';
import styles from './system.module.css';

/** The editor that a value of its type wants. */
export function ValueInput({
  property,
  value,
  onChange,
  ...control
}: ControlProps & {
  readonly property: Property;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const say = useSay();
  const { choices, unit, sensitive } = property;
  const text = {
    ...control,
    value,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  };
  if (sensitive) return <PasswordInput {...text} onValue={onChange} />;
  if (choices && choices.length > 0) {
    const isKnown = choices.includes(value);
    const all = isKnown ? choices : [value, ...choices];
    return (
      <NativeSelect
        id={control.id}
        value={value}
        choices={all.map((one) => ({ value: one, label: words(one) }))}
        onChange={onChange}
      />
    );
  }
  if (isList(property)) {
    return (
      <ListInput
        {...control}
        value={value.split(',').filter((one) => one.trim() !== '')}
        onChange={(list) => onChange(list.join(','))}
      />
    );
  }
  if (unit !== undefined) {
    return (
      <span className={styles['withUnit']}>
        <Input {...text} type="number" min={0} />
        {sayIfKnown(`system.units.${unit}`) ?? unit}
      </span>
    );
  }
  return <Input {...text} spellCheck={false} />;

  function words(one: string): string {
    if (one === 'true') return say('common.yes');
    return one === 'false' ? say('common.no') : one;
  }
}
