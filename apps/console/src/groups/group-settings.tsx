import { optionsOf } from '../shared/api/query';
import type { Tagged } from '../shared/api/query';
import { changed, queryClient } from '../shared/api/staleness';
import { EditForm } from '../shared/form/edit-form';
import { useManager } from '../shared/ui/managed-by';
import { groupFields } from './groups.fields';
import type { Group } from './groups.fields';
import { groupQuery } from './groups.queries';

/** What a group says about itself. */
export function GroupSettings({
  name,
  group,
  save,
}: {
  readonly name: string;
  readonly group: Tagged<Group>;
  readonly save: (patch: Readonly<Record<string, unknown>>, tag: string | null) => Promise<unknown>;
}) {
  const manager = useManager(group.value.managedBy);
  return (
    <EditForm
      table={groupFields}
      groups={[{ name: 'about' }]}
      document={group}
      managed={{ fields: ['name', 'description'], hint: manager }}
      isUndoable
      save={save}
      reload={() => queryClient.fetchQuery({ ...optionsOf(groupQuery, name), staleTime: 0 })}
      onSaved={() => void changed('groups')}
    />
  );
}
