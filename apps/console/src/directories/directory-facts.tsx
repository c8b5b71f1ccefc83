import { fieldsIn, labelOf } from '../shared/fields/field-table';
import type { FieldName } from '../shared/fields/field-table';
import { ShowValue } from '../shared/fields/show-value';
import { formatNumber } from '../shared/texts/formats';
import { Facts } from '../shared/ui/facts';
import { Link } from '../shared/ui/link';
import { directoryFields } from './directories.fields';
import type { Directory } from './directories.fields';
import { Reason } from './directory-words';

/** How a directory is kept in step; who comes from it is a list away. @param names all, unless given */
export function DirectoryFacts({
  of: directory,
  names,
}: {
  readonly of: Directory;
  readonly names?: readonly FieldName<Directory>[];
}) {
  const search = { managedBy: directory.name };
  const shown = {
    people: (
      <Link to="users" search={search}>
        {formatNumber(directory.people)}
      </Link>
    ),
    groups: (
      <Link to="groups" search={search}>
        {formatNumber(directory.groups)}
      </Link>
    ),
    message: directory.message && <Reason of={directory.message} />,
  };
  return (
    <Facts
      facts={fieldsIn(directoryFields)
        .filter(([name]) => names?.includes(name) ?? true)
        .map(([name, spec]) => [
          labelOf(directoryFields, name),
          name in shown
            ? shown[name as keyof typeof shown]
            : directory[name] && (
                <ShowValue
                  table={directoryFields}
                  name={name}
                  spec={spec}
                  value={directory[name]}
                />
              ),
        ])}
    />
  );
}
