// Reports suites that took longer than a minute without a known reason. Only a warning, because the
// machine may be busy.
import { relative } from 'node:path';
import { workspace } from './jest-project.mjs';
import { LONG_SUITES } from './long-suites.mjs';

const LIMIT_MS = 60_000;

export default class SlowSuites {
  onRunComplete(_contexts, { testResults }) {
    for (const { testFilePath, perfStats } of testResults) {
      const suite = relative(workspace, testFilePath);
      if (perfStats.runtime < LIMIT_MS || suite in LONG_SUITES) continue;
      const seconds = Math.round(perfStats.runtime / 1000);
      process.stderr.write(
        `${suite} took ${seconds} s. Make it faster, or give the reason in tools/test-run/long-suites.mjs.\n`,
      );
    }
  }
}
