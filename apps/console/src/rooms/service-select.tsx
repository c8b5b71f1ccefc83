import { useAnswer } from '../shared/api/query';
import { useSay } from '../shared/texts/texts';
import { plain } from '../shared/texts/plain';
import { NativeSelect } from '../shared/ui/native-select';
import { MAIN_SERVICE, serviceNamesQuery } from './rooms.queries';

/** Which service; nothing where there is only one. */
export function ServiceSelect({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (service: string) => void;
}) {
  const say = useSay();
  const { data = [] } = useAnswer(serviceNamesQuery);
  const names = [...new Set([MAIN_SERVICE, ...data, value])];
  if (names.length === 1) return null;
  return (
    <NativeSelect
      label={say('rooms.service')}
      value={value}
      choices={names.map((name) => ({ value: name, label: plain(name) }))}
      onChange={onChange}
    />
  );
}
