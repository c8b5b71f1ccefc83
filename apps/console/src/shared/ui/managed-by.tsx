import { useSay } from '../texts/texts';
import { Badge } from './badge';

/** Says what manages a user or a group; `null` for local ones. */
export function useManager(source: string | undefined): string | null {
  const say = useSay();
  if (!source) return null;
  return say('common.managedBy', { source: source.replace(/^directory:/, '') });
}

/** The parameter of a list for the name of a directory, as badges show it. */
export const sourceOf = (name: string): string => (name.includes(':') ? name : `directory:${name}`);

/** By which directory a user or a group is managed; nothing for local ones. */
export function ManagedBy({ source }: { source: string | undefined }) {
  const manager = useManager(source);
  return manager !== null && <Badge>{manager}</Badge>;
}
