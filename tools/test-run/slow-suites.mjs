// Reports suites that took longer than a minute without a known reason. Only a warning, because the
// machine may be busy.
import { relative } from 'node:path';
import { workspace } from './jest-project.mjs';

const LIMIT_MS = 60_000;

const REASONS = {
  'apps/console/test/journeys/users.spec.ts': 'drives a browser against the whole product',
  'apps/console/test/journeys/system.spec.ts': 'drives a browser against the whole product',
  'tools/cluster/test/upgrade.spec.ts': 'builds the former release and runs both side by side',
  'tools/package/test/upgrade.spec.ts': 'packs the former release and runs both side by side',
  'integrations/prosody/test/faults/network-partition.spec.ts':
    'waits until each part is given up, behind each kind of cut',
  'tools/bench/test/bench.spec.ts':
    'measures bulk requests, lists and changes, each against its floor',
  'libs/moving/test/fixtures.spec.ts': 'loads sixteen schemas of Openfire into three engines',
  'tools/fuzz/test/requests.spec.ts': 'asks thousands of requests',
  'tools/fuzz/test/model.spec.ts': 'compares hundreds of rounds of changes with a model',
  'tools/fuzz/test/soak.spec.ts': 'kills and pauses each part once',
};

export default class SlowSuites {
  onRunComplete(_contexts, { testResults }) {
    for (const { testFilePath, perfStats } of testResults) {
      const suite = relative(workspace, testFilePath);
      if (perfStats.runtime < LIMIT_MS || suite in REASONS) continue;
      const seconds = Math.round(perfStats.runtime / 1000);
      process.stderr.write(
        `${suite} took ${seconds} s. Make it faster, or give the reason in tools/test-run/slow-suites.mjs.\n`,
      );
    }
  }
}
