import { ApiConfig } from '../../src/config.js';

export const TEST_SECRET = 'sesame-sesame';

export function testConfig(overrides: Partial<ApiConfig>): ApiConfig {
  return Object.assign(new ApiConfig(), {
    port: 0,
    managementPort: 0,
    databasePoolSize: 6,
    xmppDomain: 'example.org',
    initialSecret: TEST_SECRET,
    scramIterations: 4096,
    // tests take entries away
    auditSealSeconds: 0,
    logLevel: 'silent',
    ...overrides,
  });
}
