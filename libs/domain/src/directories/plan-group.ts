import { objectPath } from '../events/event-outbox.js';
import { NOT_XML } from '../shared/texts.js';
import type { GoneObject, StagedGroup } from './directory-run.js';
import type { DirectorySettings } from './directory-settings.js';
import { illegal, outcomeOf, twice, wayTo } from './plan.js';
import type { Plan, PlanContext, Refusal } from './plan.js';

const groupExists: Refusal = {
  exception: 'GroupAlreadyExistsException',
  message: 'A group of this name exists, and is not managed by this directory',
};

export interface GroupWork {
  readonly current: string | null;
  readonly to: string;
  readonly links: boolean;
  readonly description: string | null;
  /** external ids */
  readonly members: readonly string[];
  readonly shared: boolean;
}

export function planGroup(
  staged: StagedGroup,
  differences: { readonly members: boolean },
  { source, settings }: PlanContext,
): Plan<GroupWork> {
  const { doc, here, name, holder } = staged;
  const object = objectPath('groups', name ?? here?.name ?? doc.name ?? staged.externalId);
  const failed = (refusal: Refusal) => ({ object, outcome: 'failed' as const, refusal });
  if (doc.name === null) return failed(illegal('The entry has no name'));
  if (name === null) return failed(illegal('Its name cannot be used for a group'));
  if (staged.twice) return failed(twice);
  if (NOT_XML.test(doc.description ?? '')) {
    return failed(illegal('The entry has a character that is not allowed'));
  }
  const moves = here?.name !== name;
  const way = moves ? wayTo(holder, source, settings, groupExists, here === null) : 'free';
  if (typeof way === 'object') return failed(way);
  const description = doc.description || null;
  const changed = [
    ...(moves && here !== null ? ['name'] : []),
    ...(here !== null && (here.description || null) !== description ? ['description'] : []),
    ...(here !== null && differences.members ? ['members'] : []),
  ];
  const { members } = doc;
  const work: GroupWork = {
    ...{ current: here?.name ?? null, to: name, links: way === 'link', description, members },
    shared: isShared(name, settings),
  };
  const outcome = outcomeOf(
    here === null ? (way === 'link' ? 'updated' : 'created') : null,
    moves ? 'renamed' : null,
    changed.length > 0 ? 'updated' : null,
  );
  if (outcome === null) return { object, outcome: 'unchanged' };
  const was = moves ? (here?.name ?? null) : null;
  return { object, outcome, changed, was, work };
}

/** What becomes of a group that the directory no longer has. */
export function planGoneGroup(
  { name }: Pick<GoneObject, 'name'>,
  { settings }: PlanContext,
): Plan<null> {
  const object = objectPath('groups', name);
  if (settings.missing === 'keep') return { object, outcome: 'unchanged' };
  return { object, outcome: 'removed', changed: [], was: null, work: null };
}

/** As the file says when the group is made. */
const isShared = (name: string, { share }: DirectorySettings): boolean =>
  share.some(({ groups }) => patternOf(groups).test(name));

const patternOf = (groups: string): RegExp =>
  new RegExp(`^${groups.split('*').map(literal).join('.*')}$`, 'su');

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
