import { pastedNames } from '../shared/jobs/pasted';
import { PastedField } from '../shared/jobs/pasted-field';
import { formatNumber } from '../shared/texts/formats';
import { useSay } from '../shared/texts/texts';
import { Field } from '../shared/ui/field';
import { AffiliationSelect } from './affiliation-select';
import type { Affiliation } from './people.queries';

/** Asks for people or groups, a pasted list, and the affiliation that they get. */
export function PeopleFields({
  pasted,
  onPaste,
  affiliation,
  onAffiliation,
}: {
  readonly pasted: string;
  readonly onPaste: (text: string) => void;
  readonly affiliation: Affiliation;
  readonly onAffiliation: (affiliation: Affiliation) => void;
}) {
  const say = useSay();
  return (
    <>
      <PastedField
        label={say('rooms.people.names')}
        hint={say('rooms.people.namesHint', { number: formatNumber(pastedNames(pasted).length) })}
        value={pasted}
        onPaste={onPaste}
      />
      <Field label={say('rooms.people.affiliation')}>
        {({ id }) => <AffiliationSelect id={id} value={affiliation} onChange={onAffiliation} />}
      </Field>
    </>
  );
}
