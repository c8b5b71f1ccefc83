import { EVERYTHING } from '../shared/scopes.js';
import { aWorld, stored } from '../../test/use-cases.js';
import { PropertyNotFound, PropertyProtected, PropertyToUpdateNotFound } from './errors.js';
import { MASK } from './property-rules.js';
import { systemProperty } from './system-properties.js';

it('properties are written, read, overwritten and deleted with everything below them', async () => {
  const { properties } = aWorld();
  await properties.put({ key: 'site.banner', value: 'Hi' });
  await properties.put({ key: 'site.banner.colour', value: 'red' });
  await properties.put({ key: 'site.bannerless', value: '1' });
  await properties.update('site.banner', { key: 'site.banner', value: 'Ho' });
  expect(await properties.get('site.banner')).toEqual({ key: 'site.banner', value: 'Ho' });
  await properties.remove('site.banner', false, EVERYTHING);
  await expect(properties.get('site.banner.colour')).rejects.toThrow(PropertyNotFound);
  expect(await properties.get('site.bannerless')).toEqual({ key: 'site.bannerless', value: '1' });
});

it('a change is in effect as soon as it is answered', async () => {
  const { properties, ports } = aWorld();
  expect(ports.properties.read(systemProperty.apiJsonDates)).toBe('iso');
  await properties.put({ key: systemProperty.apiJsonDates.key, value: 'epoch' });
  expect(ports.properties.read(systemProperty.apiJsonDates)).toBe('epoch');
  await properties.remove(systemProperty.apiJsonDates.key, true, EVERYTHING);
  expect(ports.properties.read(systemProperty.apiJsonDates)).toBe('iso');
});

it('a change of what nothing reads has all others read again by nobody', async () => {
  const { properties, ports } = aWorld();
  let reads = 0;
  ports.properties.refresh = () => Promise.resolve(void (reads += 1));
  await properties.put({ key: 'site.banner', value: 'Hi' });
  await properties.update('site.banner', { key: 'site.banner', value: 'Ho' });
  await properties.remove('site.banner', false, EVERYTHING);
  expect(reads).toBe(0);
  await properties.put({ key: systemProperty.apiJsonDates.key, value: 'epoch' });
  expect(reads).toBe(1);
});

it('secrets are masked, and writing the mask back changes nothing', async () => {
  const { properties, ports } = aWorld({ securityPropertiesOpen: true });
  const { key } = systemProperty.apiSecret;
  await properties.put({ key, value: 'sesame' });
  expect(await properties.get(key)).toEqual({ key, value: MASK });
  expect(await properties.list()).toContainEqual({ key, value: MASK });
  await properties.update(key, { key, value: MASK });
  expect(await ports.propertyStore.find(key)).toBe('sesame');
});

it('what protects the API stays as it is, unless its operator allows changes', async () => {
  const world = aWorld();
  const { properties, ports } = world;
  await ports.propertyStore.put('xmpp.domain', 'example.org');
  await ports.propertyStore.put('plugin.restapi.enabled', 'true');
  const before = stored(world);
  for (const key of ['plugin.restapi.enabled', 'admin.authorizedJIDs', 'xmpp.domain']) {
    await expect(properties.put({ key, value: 'x' })).rejects.toThrow(PropertyProtected);
  }
  await expect(properties.remove('plugin.restapi.enabled', false, EVERYTHING)).rejects.toThrow(
    PropertyProtected,
  );
  expect(stored(world)).toEqual(before);
  const open = aWorld({ securityPropertiesOpen: true }).properties;
  await open.put({ key: 'plugin.restapi.enabled', value: 'false' });
  await expect(open.put({ key: 'xmpp.domain', value: 'x' })).rejects.toThrow(PropertyProtected);
});

it('a key with a wildcard is deleted alone, or not at all', async () => {
  const { properties } = aWorld();
  await properties.put({ key: 'site_a', value: '1' });
  await properties.put({ key: 'site_a.b', value: '2' });
  await expect(properties.remove('site_a', false, EVERYTHING)).rejects.toThrow(
    'unrelated properties',
  );
  await properties.remove('site_a', true, EVERYTHING);
  expect(await properties.get('site_a.b')).toEqual({ key: 'site_a.b', value: '2' });
});

it('invalid and missing properties are refused', async () => {
  const { properties } = aWorld();
  await expect(properties.put({ key: 'a..b', value: '1' })).rejects.toThrow(
    'Invalid property name',
  );
  await expect(properties.put(null)).rejects.toThrow();
  await expect(properties.get('none')).rejects.toThrow(PropertyNotFound);
  await expect(properties.remove('none', false, EVERYTHING)).rejects.toThrow(PropertyNotFound);
  await expect(properties.update('none', { key: 'none', value: '1' })).rejects.toThrow(
    PropertyToUpdateNotFound,
  );
});
