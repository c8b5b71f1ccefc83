// After a run of all contract tests of the API: every route has been seen to succeed in one of them, or the run has failed.
// The suites write down what was answered (`apps/api/test/support/test-api.ts`), since none of them knows of the others.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspace } from './jest-project.mjs';

const CONTRACT = join(workspace, 'apps/api/test/contract');

export default class AnsweredRoutes {
  onRunStart() {
    this.folder = mkdtempSync(join(tmpdir(), 'answered-routes-'));
    // workers inherit it
    process.env.ANSWERED_ROUTES = this.folder;
  }

  onRunComplete(_contexts, { testResults }) {
    const records = readdirSync(this.folder).map((file) =>
      JSON.parse(readFileSync(join(this.folder, file), 'utf8')),
    );
    rmSync(this.folder, { recursive: true });
    const suites = readdirSync(CONTRACT).filter((name) => name.endsWith('.spec.ts'));
    const passed = new Set(
      testResults.filter((one) => one.numFailingTests === 0).map((one) => one.testFilePath),
    );
    if (suites.every((name) => passed.has(join(CONTRACT, name)))) this.missing = missingIn(records);
  }

  getLastError() {
    if (!this.missing?.length) return undefined;
    const message = `No contract test has these succeed: ${this.missing.join(', ')}`;
    process.stderr.write(`${message}\n`);
    return new Error(message);
  }
}

/** Its endpoints are the same methods for all affiliations, in the singular and in the plural. */
const anyAffiliation = (text) =>
  text.replace(/(?<=\/)(owner|admin|member|outcast)s?(?=\/|$)/, 'affiliation');

const shapeOf = (route) =>
  new RegExp(`^${route.replaceAll('*', '.+').replaceAll(/:\w+/g, '[^/]+')}/?$`);

/**
 * HEAD comes with each GET.
 * @param records {{ routes: string[], answered: string[] }[]} `METHOD pattern`; `METHOD path` of each success
 */
export function missingIn(records) {
  const all = (part) => new Set(records.flatMap((record) => record[part]).map(anyAffiliation));
  const routes = [...all('routes')]
    .filter((route) => !route.startsWith('HEAD '))
    .map((route) => ({ route, shape: shapeOf(route) }))
    // what is written out comes before parameters
    .sort((a, b) => a.route.split(/[:*]/).length - b.route.split(/[:*]/).length);
  const seen = new Set(
    [...all('answered')].map((one) => routes.find(({ shape }) => shape.test(one))?.route),
  );
  return routes.map(({ route }) => route).filter((route) => !seen.has(route));
}
