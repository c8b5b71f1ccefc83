import { Person } from '../shared/people/person';
import { useSay } from '../shared/texts/texts';

/** Who is accused, as it was blocked. Contract: extensions E20 */
export function Accused({ jid }: { readonly jid: string }) {
  const say = useSay();
  return jid === 'erased' ? say('reports.erased') : <Person jid={jid} />;
}
