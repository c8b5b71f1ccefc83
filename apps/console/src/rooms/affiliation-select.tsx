import { useSay } from '../shared/texts/texts';
import { NativeSelect } from '../shared/ui/native-select';
import { AFFILIATIONS } from './people.queries';
import type { Affiliation } from './people.queries';

export function AffiliationSelect({
  value,
  onChange,
  ...named
}: {
  readonly value: Affiliation;
  readonly onChange: (value: Affiliation) => void;
  readonly id?: string;
  readonly label?: string;
}) {
  const say = useSay();
  return (
    <NativeSelect<Affiliation>
      {...named}
      value={value}
      choices={AFFILIATIONS.map((one) => ({ value: one, label: say(`rooms.affiliations.${one}`) }))}
      onChange={onChange}
    />
  );
}
