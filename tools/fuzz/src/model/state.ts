import { NAMES } from './operations.js';

/** Documents of everything that operations can change, by address; null: there is no such thing. */
export type State = Readonly<Record<string, unknown>>;

/** Reads documents as JSON; null for what is not there. */
export interface DocumentReader {
  user(name: string): Promise<unknown>;
  roster(name: string): Promise<unknown>;
  group(name: string): Promise<unknown>;
  room(name: string): Promise<unknown>;
  properties(): Promise<unknown>;
  webhooks(): Promise<unknown>;
}

export async function documentsOf(reader: DocumentReader): Promise<State> {
  const state: Record<string, unknown> = {};
  for (const name of NAMES.users) {
    state[`/users/${name}`] = await reader.user(name);
    state[`/users/${name}/roster`] = await reader.roster(name);
  }
  for (const name of NAMES.groups) state[`/groups/${name}`] = await reader.group(name);
  for (const name of NAMES.rooms) state[`/chatrooms/${name}`] = undated(await reader.room(name));
  state['/system/properties'] = ours(await reader.properties());
  state['/webhooks'] = settings(await reader.webhooks());
  return state;
}

/** The clocks of service and model differ. */
function undated(room: unknown): unknown {
  if (typeof room !== 'object' || room === null) return room;
  const {
    creationDate: _created,
    modificationDate: _changed,
    ...rest
  } = room as Record<string, unknown>;
  return rest;
}

/** Without what sending and the clock write. */
function settings(document: unknown): unknown {
  const { webhooks } = document as { webhooks: Record<string, unknown>[] };
  return webhooks.map(({ id, url, types, description = null, status, createdBy }) => ({
    ...{ id, url, types, description, status, createdBy },
  }));
}

/** Without those that the service itself stores. */
function ours(document: unknown): unknown {
  const { property } = document as { property: { key: string }[] };
  return property.filter(({ key }) => NAMES.keys.includes(key));
}
