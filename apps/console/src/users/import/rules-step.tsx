import { useId } from 'react';
import { useSay } from '../../shared/texts/texts';
import { Field } from '../../shared/ui/field';
import { Input } from '../../shared/ui/input';
import styles from './import.module.css';
import { EXISTING, PASSWORDS } from './lines';
import type { Rules } from './lines';

/** What becomes of people who are there, of passwords, and which groups everybody joins. */
export function RulesStep({
  rules,
  hasPasswords,
  mayGroups,
  onChange,
}: {
  readonly rules: Rules;
  /** a column of the table is the password */
  readonly hasPasswords: boolean;
  readonly mayGroups: boolean;
  readonly onChange: (rules: Rules) => void;
}) {
  const say = useSay();
  return (
    <div className={styles['rules']}>
      <Choices
        legend={say('import.rules.existing')}
        choices={EXISTING.map((value) => ({
          value,
          label: say(`import.rules.existingChoices.${value}`),
        }))}
        value={rules.existing}
        onChange={(existing) => onChange({ ...rules, existing })}
      />
      <Choices
        legend={say('import.rules.passwords')}
        choices={(hasPasswords ? PASSWORDS : (['missing'] as const)).map((value) => ({
          value,
          label: say(
            hasPasswords
              ? `import.rules.passwordChoices.${value}`
              : 'import.rules.passwordChoices.all',
          ),
        }))}
        value={rules.passwords}
        onChange={(passwords) => onChange({ ...rules, passwords })}
      />
      {mayGroups && (
        <Field label={say('import.rules.groups')} hint={say('import.rules.groupsHint')}>
          {(control) => (
            <Input
              {...control}
              defaultValue={rules.groups.join(', ')}
              onChange={({ target }) =>
                onChange({
                  ...rules,
                  groups: target.value.split(',').flatMap((one) => one.trim() || []),
                })
              }
            />
          )}
        </Field>
      )}
    </div>
  );
}

function Choices<V extends string>({
  legend,
  choices,
  value,
  onChange,
}: {
  readonly legend: string;
  readonly choices: readonly { readonly value: V; readonly label: string }[];
  readonly value: V;
  readonly onChange: (value: V) => void;
}) {
  const name = useId();
  return (
    <fieldset className={styles['choices']}>
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
