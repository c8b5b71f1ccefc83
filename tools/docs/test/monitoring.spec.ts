import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from '@chat-admin/debian-programs/ensure-installed';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { METRICS } from '@chat-admin/server/metrics/catalogue';
import { processMetrics } from '@chat-admin/server/metrics/process-metrics';
import { parse } from 'yaml';

const workspace = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(workspace, 'packaging/monitoring');
const text = (file: string) => readFileSync(join(folder, file), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly runbook: string };
}
interface Rules {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
}
interface AlertTests {
  readonly tests: readonly {
    readonly alert_rule_test?: readonly {
      readonly alertname: string;
      readonly exp_alerts: readonly unknown[];
    }[];
  }[];
}
interface Dashboard {
  readonly panels: readonly {
    readonly id: number;
    readonly gridPos: { readonly x: number; readonly y: number };
    readonly targets: readonly { readonly expr: string }[];
  }[];
  readonly templating: { readonly list: readonly { readonly query: string }[] };
}

const rules = (parse(text('alerts.yaml')) as Rules).groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(text('dashboard.json')) as Dashboard;
const ALERTS = rules.map(({ alert }) => alert);

const suite = await suiteNeeds(describe, 'monitoring', ['promtool']);

suite('promtool', () => {
  it.each([
    ['check', 'rules', 'alerts.yaml'],
    ['check', 'config', 'prometheus.yaml'],
    ['test', 'rules', 'alerts.test.yaml'],
  ])('%s %s %s', async (...words) => {
    const said = execFileSync(await ensureInstalled('promtool'), words, {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(said).toContain('SUCCESS');
  });
});

it('each alert fires in a test', () => {
  const tests = (parse(text('alerts.test.yaml')) as AlertTests).tests;
  const fired = tests.flatMap(({ alert_rule_test: checks = [] }) =>
    checks.filter(({ exp_alerts }) => exp_alerts.length > 0).map(({ alertname }) => alertname),
  );
  expect(fired.sort()).toEqual([...ALERTS].sort());
});

it('each alert has its section in the runbook, and no other alert has one', () => {
  const runbook = readFileSync(join(workspace, 'docs/runbook.md'), 'utf8');
  const sections = [...runbook.matchAll(/^## (Chat(?:Admin|Server).+)$/gm)].map(
    ([, title]) => title,
  );
  expect(sections).toEqual(ALERTS);
  for (const { alert, annotations } of rules)
    expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
});

it('rules, dashboard and runbook name only metrics that exist', async () => {
  const ofProcess = (await processMetrics()).matchAll(/^# TYPE (\S+) /gm);
  const known = new Set([...Object.keys(METRICS), ...[...ofProcess].map(([, name]) => name!)]);
  const expressions = [
    ...rules.map(({ expr }) => expr),
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...dashboard.templating.list.map(({ query }) => query),
    readFileSync(join(workspace, 'docs/runbook.md'), 'utf8'),
  ];
  const named = expressions.flatMap((expression) => [
    ...expression.matchAll(
      /\b(?:chat_admin|chat_server|http_server|db_client|legacy_userservice|process|nodejs)_[a-z0-9_]+/g,
    ),
  ]);
  const unknown = named
    .map(([name]) => name)
    .filter((name) => !known.has(name) && !known.has(name.replace(/_(bucket|count|sum)$/, '')));
  expect(named.length).toBeGreaterThan(30);
  expect(unknown).toEqual([]);
});

it('the dashboard or an alert shows each metric of the product', () => {
  const shown = [
    ...rules.map(({ expr }) => expr),
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ].join('\n');
  expect(Object.keys(METRICS).filter((name) => !shown.includes(name))).toEqual([]);
  const { panels } = dashboard;
  const places = panels.map(({ gridPos: { x, y } }) => `${x} ${y}`);
  expect(new Set(places).size).toBe(panels.length);
  expect(panels.map(({ id }) => id)).toEqual(panels.map((_, index) => index + 1));
});
