import { ConfigurationFaults, loadConfig } from '@chat-admin/configuration/load-config';
import { serviceSettings } from './service-settings.js';

const settings = (environment: NodeJS.ProcessEnv) =>
  loadConfig(serviceSettings('API', 'MANAGEMENT'), {
    DATABASE_URL: 'postgres://chat@127.0.0.1/chat',
    ...environment,
  });

it.each(['API_STOP_GRACE_MS', 'API_DRAIN_DELAY_MS'])('%s is a day at most', (name) => {
  expect(() => settings({ [name]: '86400000' })).not.toThrow();
  let faults: readonly string[] = [];
  try {
    settings({ [name]: '86400001' });
  } catch (error) {
    ({ faults } = error as ConfigurationFaults);
  }
  expect(faults).toEqual([expect.stringMatching(new RegExp(`^${name}: .*0 to 86400000`))]);
});
