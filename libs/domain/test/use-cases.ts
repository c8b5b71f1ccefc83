import { createUseCases } from '../src/use-cases.js';
import type { UseCases } from '../src/use-cases.js';
import { inMemoryPorts } from '../src/testing/in-memory-ports.js';
import type { InMemoryPorts } from '../src/testing/in-memory-ports.js';

export interface World extends UseCases {
  readonly ports: InMemoryPorts;
}

/** All use cases of example.org, on in-memory ports. */
export function aWorld({ securityPropertiesOpen = false } = {}): World {
  const ports = inMemoryPorts();
  return { ...createUseCases(ports, { securityPropertiesOpen, auditWriteOnly: false }), ports };
}

/** Creates accounts with nothing but a name, and discards the notices about them. */
export async function people(world: World, ...usernames: string[]): Promise<void> {
  await world.users.createAll(usernames.map((username) => ({ username, password: 'p1-secret' })));
  world.ports.chatServer.heard();
}

/** All items of a list that comes in batches. */
export async function all<T>(batches: AsyncIterable<readonly T[]>): Promise<readonly T[]> {
  const items: T[] = [];
  for await (const batch of batches) items.push(...batch);
  return items;
}

/** All stored rows, to show that a refused request has changed nothing. */
export function stored({ ports }: World): unknown {
  return structuredClone(ports.database.committedRows);
}
