import { api } from '../shared/api/client';
import { ifMatch, optionsOf } from '../shared/api/query';
import type { Tagged } from '../shared/api/query';
import { changed, queryClient } from '../shared/api/staleness';
import { fieldsIn, labelOf } from '../shared/fields/field-table';
import { ShowValue } from '../shared/fields/show-value';
import { EditForm } from '../shared/form/edit-form';
import { useMay } from '../shared/session/session';
import { useSay } from '../shared/texts/texts';
import { useManager } from '../shared/ui/managed-by';
import { userFields } from './users.fields';
import type { User } from './users.fields';
import { userQuery } from './users.queries';
import styles from './users.module.css';

/** Who is online was seen now. */
function Moment({ name, user }: { readonly name: 'created' | 'lastSeen'; readonly user: User }) {
  const say = useSay();
  const value = user[name];
  if (name === 'lastSeen' && user.online) return say('users.online');
  if (value === undefined) return say('users.never');
  const spec = userFields.specs[name]!;
  return <ShowValue table={userFields} name={name} spec={spec} value={value} isAbsolute />;
}

/** What is known of a person, to be changed by who may. */
export function ProfileTab({ user }: { readonly user: Tagged<User> }) {
  const say = useSay();
  const may = useMay();
  const { username, name, managedBy } = user.value;
  const manager = useManager(managedBy);
  const reload = () => queryClient.fetchQuery({ ...optionsOf(userQuery, username), staleTime: 0 });
  return (
    <>
      <dl className={styles['facts']}>
        {(['created', 'lastSeen'] as const).map((name) => (
          <div key={name}>
            <dt>{labelOf(userFields, name)}</dt>
            <dd>
              <Moment name={name} user={user.value} />
            </dd>
          </div>
        ))}
      </dl>
      {may('users:write') ? (
        <EditForm
          table={userFields}
          groups={[
            { name: 'profile' },
            { name: 'properties', title: say('users.groups.properties') },
          ]}
          document={user}
          managed={{ fields: name ? ['name'] : [], hint: manager }}
          save={(patch, tag) =>
            api.PATCH('/users/{username}', {
              params: { path: { username } },
              headers: ifMatch(tag),
              body: patch,
            })
          }
          reload={reload}
          onSaved={() => void changed('users')}
        />
      ) : (
        <dl className={styles['facts']}>
          {fieldsIn(userFields, 'profile').map(([name, spec]) => (
            <div key={name}>
              <dt>{labelOf(userFields, name)}</dt>
              <dd>
                <ShowValue table={userFields} name={name} spec={spec} value={user.value[name]} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
