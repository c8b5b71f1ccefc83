import { plain } from '../texts/plain';
import { Link } from '../ui/link';
import { Account, Person } from './person';

/** What an answer of the API names. `person`: a JID or a user name; `text`: nothing to be opened */
export interface Named {
  readonly kind:
    | ('person' | 'group' | 'room' | 'service' | 'job' | 'key' | 'webhook' | 'property' | 'text')
    | ('directory' | 'run');
  readonly name: string;
  /** by which it is found, where that is not its name; of a room its service, of a run its directory */
  readonly id?: string;
}

/** A link to what is named. */
export function Thing({ of: { kind, name, id = name } }: { readonly of: Named }) {
  const shown = plain(name);
  switch (kind) {
    case 'person':
      return name.includes('@') ? <Person jid={name} /> : <Account username={name} />;
    case 'group':
      return <Link to="group" params={{ name }} children={shown} />;
    case 'room':
      return <Link to="room" params={{ service: id, name }} children={shown} />;
    case 'service':
      return <Link to="services" children={shown} />;
    case 'job':
      return <Link to="job" params={{ id }} children={shown} />;
    case 'key':
      return <Link to="key" params={{ id }} children={shown} />;
    case 'webhook':
      return <Link to="webhook" params={{ id }} children={shown} />;
    case 'directory':
      return <Link to="directory" params={{ name: id }} children={shown} />;
    case 'run':
      return <Link to="directoryRun" params={{ name: id, id: name }} children={shown} />;
    case 'property':
      return <Link to="settings" search={{ key: name }} children={<code>{shown}</code>} />;
    case 'text':
      return <bdi>{shown}</bdi>;
  }
}
