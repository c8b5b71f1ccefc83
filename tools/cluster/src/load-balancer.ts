import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBound } from '@chat-admin/processes/bound-process';
import { ensureInstalled } from '@chat-admin/debian-programs/ensure-installed';
import { stablePort } from '@chat-admin/processes/stable-port';
import { until } from '@chat-admin/debian-programs/until';

export interface Backend {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly managementPort: number;
}

export interface LoadBalancer {
  readonly url: string;
  /** names of the instances considered ready */
  ready(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

const TEMPLATE = fileURLToPath(new URL('../haproxy.cfg', import.meta.url));
const CHECK_INTERVAL_MS = 200;

/** Starts HAProxy for the instances, which need not be running yet. */
export async function startLoadBalancer(backends: readonly Backend[]): Promise<LoadBalancer> {
  const program = await ensureInstalled('haproxy');
  const [port, statisticsPort] = [await stablePort(), await stablePort()];
  const values = { port, statisticsPort, checkIntervalMs: CHECK_INTERVAL_MS };
  const folder = await mkdtemp(join(tmpdir(), 'chat-admin-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, fill(await readFile(TEMPLATE, 'utf8'), values, backends));
  const haproxy = startBound(program, ['-db', '-f', file]);
  const ready = async () =>
    (await statistics(statisticsPort))
      .filter(({ pxname, status }) => pxname === 'ready' && status?.startsWith('UP'))
      .map(({ svname }) => svname!)
      .filter((name) => name !== 'BACKEND');
  const stop = async () => {
    await haproxy.kill();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await until('HAProxy answers', async () => {
      await ready();
      return true;
    });
  } catch (error) {
    await stop();
    throw new Error(`HAProxy did not start:\n${haproxy.output()}`, { cause: error });
  }
  return { url: `http://127.0.0.1:${port}`, ready, stop };
}

/** Replaces `{{name}}` by its value, and repeats lines with `{{instance.…}}` for each instance. */
export function fill(
  template: string,
  values: Readonly<Record<string, string | number>>,
  instances: readonly Backend[],
): string {
  const put = (line: string, from: object, prefix = ''): string =>
    Object.entries(from).reduce(
      (text, [name, value]) => text.replaceAll(`{{${prefix}${name}}}`, String(value)),
      line,
    );
  return template
    .split('\n')
    .flatMap((line) =>
      line.includes('{{instance.')
        ? instances.map((instance) => put(line, instance, 'instance.'))
        : [put(line, values)],
    )
    .join('\n');
}

/** HAProxy's statistics table: a row per frontend, server and backend, by column name. */
async function statistics(port: number): Promise<Record<string, string | undefined>[]> {
  const reply = await fetch(`http://127.0.0.1:${port}/;csv`, { headers: { Connection: 'close' } });
  const [head = '', ...rows] = (await reply.text()).trim().replace('# ', '').split('\n');
  const columns = head.split(',');
  return rows.map((row) => {
    const fields = row.split(',');
    return Object.fromEntries(columns.map((column, index) => [column, fields[index]]));
  });
}
