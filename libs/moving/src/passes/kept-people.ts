import { compareCodePoints } from '@chat-admin/domain/shared/order';
import { entitiesOf } from '../entities/entities.js';
import type { Entity, KeyedKind } from '../entities/entities.js';
import type { MappingContext } from '../mapping/context.js';
import type { MovedGroup } from '../mapping/groups.js';
import { note } from '../mapping/outcome.js';
import type { MovedRoom } from '../mapping/rooms.js';
import type { RowsOptions, Source } from '../source.js';
import { keptNames } from '../target/kept.js';
import type { Kept } from '../target/kept.js';
import type { Target } from '../target/target.js';

const SHOWN = 20;

/** The entities of a kind as they come here: groups and rooms without people and groups that are kept, since others have the names there. */
export async function* entitiesHere(
  kind: Exclude<KeyedKind, 'properties'>,
  source: Source,
  context: MappingContext,
  options: RowsOptions,
  target: Target,
): AsyncIterable<Entity> {
  const entities = entitiesOf(kind, source, context, options);
  const kept = kind === 'groups' || kind === 'rooms' ? await keptNames(target) : null;
  if (kept === null) {
    yield* entities;
    return;
  }
  const change = kind === 'groups' ? groupWithout : roomWithout;
  for await (const entity of entities) yield entity.value === null ? entity : change(entity, kept);
}

function groupWithout(entity: Entity, { jids }: Kept): Entity {
  const value = entity.value as MovedGroup;
  const lost = value.members.filter(({ jid }) => jids.has(jid)).map(({ jid }) => jid);
  if (lost.length === 0) return entity;
  const members = value.members.filter(({ jid }) => !jids.has(jid));
  return { ...entity, value: { ...value, members }, notes: [...entity.notes, noteOf(lost)] };
}

/** Where all owners are kept, the default owner follows, as in a room that names none. */
function roomWithout(entity: Entity, { jids, groups: names, defaultOwner }: Kept): Entity {
  const value = entity.value as MovedRoom;
  const people = value.people.filter(({ jid }) => !jids.has(jid));
  const groups = value.groups.filter(({ name }) => !names.has(name));
  const lost = [
    ...value.people.map(({ jid }) => jid).filter((jid) => jids.has(jid)),
    ...value.groups.map(({ name }) => name).filter((name) => names.has(name)),
  ];
  if (lost.length === 0) return entity;
  const left = { ...value, people, groups };
  const notes = [...entity.notes, noteOf(lost)];
  if (!isOwned(value) || isOwned(left)) return { ...entity, value: left, notes };
  const nickname = people.find(({ jid }) => jid === defaultOwner)?.nickname ?? null;
  const owned = [
    ...people.filter(({ jid }) => jid !== defaultOwner),
    { jid: defaultOwner, affiliation: 'owner' as const, nickname },
  ].sort((a, b) => compareCodePoints(a.jid, b.jid));
  notes.push(note('conflict', `its owners are kept, so ${defaultOwner} owns it`, 'owner'));
  return { ...entity, value: { ...left, people: owned }, notes };
}

const isOwned = ({ people, groups }: Pick<MovedRoom, 'people' | 'groups'>): boolean =>
  [...people, ...groups].some(({ affiliation }) => affiliation === 'owner');

function noteOf(lost: readonly string[]) {
  const more = lost.length > SHOWN ? `, and ${lost.length - SHOWN} more` : '';
  const shown = lost.slice(0, SHOWN).join(', ');
  return note('conflict', `kept as they were here, so no part of it: ${shown}${more}`);
}
