// After a run of all contract tests of the API: every route has been seen in one of them to succeed, and to refuse what it says that it refuses, or the run has failed.
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
    if (suites.every((name) => passed.has(join(CONTRACT, name)))) this.faults = faultsIn(records);
  }

  getLastError() {
    if (!this.faults?.length) return undefined;
    const message = this.faults.join('\n');
    process.stderr.write(`${message}\n`);
    return new Error(message);
  }
}

/** Its endpoints are the same methods for all affiliations, in the singular and in the plural. */
const anyAffiliation = (text) =>
  text.replace(/(?<=\/)(owner|admin|member|outcast)s?(?=\/| |$)/, 'affiliation');

const shapeOf = (route) =>
  new RegExp(`^${route.replaceAll('*', '.+').replaceAll(/:\w+/g, '[^/]+')}/?$`);

/**
 * HEAD comes with each GET.
 * @param records {{ routes: string[], refusals: string[], answered: string[], refused: string[] }[]}
 * `METHOD pattern`; the same with each code; `METHOD path` of each success; the same with the code of each refusal
 */
export function faultsIn(records) {
  const all = (part) => new Set(records.flatMap((record) => record[part]).map(anyAffiliation));
  const routes = [...all('routes')]
    .filter((route) => !route.startsWith('HEAD '))
    .map((route) => ({ route, shape: shapeOf(route) }))
    // what is written out comes before parameters
    .sort((a, b) => a.route.split(/[:*]/).length - b.route.split(/[:*]/).length);
  const routeOf = (one) => routes.find(({ shape }) => shape.test(one))?.route;
  const answered = new Set([...all('answered')].map(routeOf));
  const refused = new Set(
    [...all('refused')].map((one) => {
      const [, asked, code] = /^(.*) (\S+)$/s.exec(one);
      return `${routeOf(asked)} ${code}`;
    }),
  );
  const silent = routes.map(({ route }) => route).filter((route) => !answered.has(route));
  const unseen = [...all('refusals')]
    .filter((one) => !one.startsWith('HEAD '))
    .filter((one) => !refused.has(one));
  return [
    ...(silent.length > 0 ? [`No contract test has these succeed: ${silent.join(', ')}`] : []),
    ...(unseen.length > 0
      ? [`No contract test sees what these say that they refuse: ${unseen.sort().join(', ')}`]
      : []),
  ];
}
