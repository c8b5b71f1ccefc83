import { useAnswer } from '../shared/api/query';
import { useSay } from '../shared/texts/texts';
import { Field } from '../shared/ui/field';
import { NativeSelect } from '../shared/ui/native-select';
import { Picker } from '../shared/ui/picker';
import { finderOf, servicesQuery } from './messages.queries';
import type { Receiver } from './messages.queries';

interface Props {
  readonly receiver: Receiver;
  readonly onChange: (change: { readonly name?: string; readonly service?: string }) => void;
}

/** Which user, group or room. */
export function ReceiverFields({ receiver: { kind, name, service }, onChange }: Props) {
  const say = useSay();
  if (kind === 'everyone') return null;
  return (
    <>
      {kind === 'room' && <ServiceField service={service} onChange={onChange} />}
      <Field label={say(`messages.name.${kind}`)}>
        {(control) => (
          <Picker
            {...control}
            value={name}
            onChange={(next) => onChange({ name: next })}
            find={finderOf(kind, service)}
          />
        )}
      </Field>
    </>
  );
}

function ServiceField({
  service,
  onChange,
}: {
  readonly service: string;
  readonly onChange: Props['onChange'];
}) {
  const say = useSay();
  const { data: services = [service] } = useAnswer(servicesQuery);
  if (services.length < 2) return null;
  return (
    <Field label={say('messages.service')}>
      {({ id }) => (
        <NativeSelect
          id={id}
          value={service}
          choices={services.map((value) => ({ value, label: value }))}
          onChange={(next) => onChange({ service: next })}
        />
      )}
    </Field>
  );
}
