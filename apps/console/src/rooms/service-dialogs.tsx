import { api } from '../shared/api/client';
import { ifMatch, optionsOf, useAnswer } from '../shared/api/query';
import { changed, isStatus, queryClient } from '../shared/api/staleness';
import { fieldTable } from '../shared/fields/field-table';
import { EditForm } from '../shared/form/edit-form';
import { NewForm } from '../shared/form/new-form';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Dialog } from '../shared/ui/dialog';
import { ErrorState, Skeleton } from '../shared/ui/states';
import { serviceFields, serviceQuery } from './services.queries';
import type { Service } from './services.queries';

const TOUCHES = ['services', 'serviceNames'] as const;

type NewService = Omit<Service, 'historyMaxNumber'>;
const { description, hidden } = serviceFields.specs;
const newServiceFields = fieldTable('services').of<NewService>({
  serviceName: { kind: 'text', group: 'service', isRequired: true, max: 255 },
  description,
  hidden,
});

export function NewService({ onClose }: { readonly onClose: () => void }) {
  const say = useSay();
  return (
    <Dialog isOpen onClose={onClose} title={say('services.new')}>
      <NewForm<NewService>
        table={newServiceFields}
        groups={[{ name: 'service' }]}
        initial={{ serviceName: '', description: '', hidden: false }}
        create={async (service) => {
          await api.POST('/chatservices', { body: service });
          void changed(...TOUCHES);
        }}
        errorField={(error) => (isStatus(error, 409) ? 'serviceName' : null)}
        onCreated={onClose}
        actText={say('services.create')}
      />
    </Dialog>
  );
}

export function EditService({
  name,
  onClose,
}: {
  readonly name: string;
  readonly onClose: () => void;
}) {
  const { data: service, error } = useAnswer(serviceQuery, name);
  return (
    <Dialog isOpen onClose={onClose} title={plain(name)}>
      {service ? (
        <EditForm
          table={serviceFields}
          groups={[{ name: 'service' }]}
          document={service}
          isUndoable
          save={(patch, tag) =>
            api.PATCH('/chatservices/{serviceName}', {
              params: { path: { serviceName: name } },
              headers: ifMatch(tag),
              body: patch,
            })
          }
          reload={() => queryClient.fetchQuery({ ...optionsOf(serviceQuery, name), staleTime: 0 })}
          onSaved={() => {
            void changed(...TOUCHES);
            onClose();
          }}
        />
      ) : error ? (
        <ErrorState error={error} />
      ) : (
        <Skeleton />
      )}
    </Dialog>
  );
}
