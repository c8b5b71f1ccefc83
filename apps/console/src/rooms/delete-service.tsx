import { act } from '../shared/act/act';
import { api } from '../shared/api/client';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Confirm } from '../shared/ui/confirm';

export function DeleteService({
  name,
  onClose,
}: {
  readonly name: string;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const label = { name: plain(name) };
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={say('services.deleteTitle', label)}
      act={say('services.deleteAct', label)}
      typed={name}
      onConfirm={() =>
        act({
          run: () =>
            api.DELETE('/chatservices/{serviceName}', { params: { path: { serviceName: name } } }),
          done: say('services.deleted', label),
          touches: ['services', 'serviceNames'],
        })
      }
    >
      <p>{say('services.deleteText')}</p>
    </Confirm>
  );
}
