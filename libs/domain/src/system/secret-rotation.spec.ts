import { aWorld } from '../../test/use-cases.js';
import type { World } from '../../test/use-cases.js';
import { apiSecrets, legacySecrets } from './shared-secrets.js';

let world: World;
beforeEach(async () => {
  world = aWorld();
  await world.ports.propertyStore.put('plugin.restapi.secret', 'first');
  await world.ports.properties.refresh();
});

it('replaces the secret, and refuses the one before it at once', async () => {
  await world.secretRotation.rotate('api', 'second', 0);
  expect(apiSecrets(world.ports.properties)).toEqual({ current: 'second', former: null });
  expect(world.secretRotation.current('api')).toBe('second');
});

it('accepts the one before it for as long as the overlap lasts, and never two of them', async () => {
  await world.secretRotation.rotate('api', 'second', 60_000);
  expect(apiSecrets(world.ports.properties).former?.secret).toBe('first');
  await world.secretRotation.rotate('api', 'third', 60_000);
  expect(apiSecrets(world.ports.properties).former?.secret).toBe('second');
  await world.secretRotation.rotate('api', 'fourth', 0);
  expect(apiSecrets(world.ports.properties).former).toBeNull();
});

it('gives the user service a secret of its own, and leaves that of the API', async () => {
  expect(world.secretRotation.current('legacy')).toBe('first');
  await world.secretRotation.rotate('legacy', 'own', 60_000);
  expect(apiSecrets(world.ports.properties)).toEqual({ current: 'first', former: null });
  const { current, former } = legacySecrets(world.ports.properties);
  expect([current, former?.secret]).toEqual(['own', 'first']);
});

it('names the property of a secret that is not there', async () => {
  await world.ports.propertyStore.remove(['plugin.restapi.secret']);
  await world.ports.properties.refresh();
  expect(() => world.secretRotation.current('legacy')).toThrow('Could not find property');
});
