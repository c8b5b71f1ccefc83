import { api } from '../shared/api/client';
import { changed, isStatus } from '../shared/api/staleness';
import { fieldTable } from '../shared/fields/field-table';
import { NewForm } from '../shared/form/new-form';
import { useOpen } from '../shared/screens/address';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Page } from '../shared/ui/page';
import { toast } from '../shared/ui/toast';
import { groupFields } from './groups.fields';
import type { Group } from './groups.fields';

type NewGroup = Pick<Group, 'name' | 'description'>;

const newGroupFields = fieldTable('groups').of<NewGroup>({
  name: { kind: 'text', group: 'about', isRequired: true, max: 50 },
  description: groupFields.specs.description,
});

/** Makes a group; its people come next. */
export default function NewGroupPage() {
  const say = useSay();
  const open = useOpen();
  return (
    <Page title={say('screens.newGroup')}>
      <NewForm<NewGroup>
        table={newGroupFields}
        groups={[{ name: 'about' }]}
        initial={{ name: '', description: '' }}
        create={async ({ name, description }) => {
          await api.POST('/groups', {
            body: { name, description: description ?? '', shared: false },
          });
          toast(say('groups.new.done', { name: plain(name) }));
          void changed('groups');
        }}
        errorField={(error) => (isStatus(error, 409) ? 'name' : null)}
        onCreated={({ name }) => open({ to: 'group', params: { name } })}
        actText={say('groups.new.create')}
      />
    </Page>
  );
}
