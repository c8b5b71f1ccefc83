import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { stablePort } from '@chat-admin/processes/stable-port';
import { taggedBlocks } from '../src/markdown.js';

const run = promisify(execFile);
const workspace = fileURLToPath(new URL('../../..', import.meta.url));
const WRITTEN_ADDRESS = '127.0.0.1:9090';
const WRITTEN_MANAGEMENT = '127.0.0.1:9190';
const PORTS = {
  ...{ API_PORT: '0', LEGACY_PORT: '0', LEGACY_MANAGEMENT_PORT: '0' },
  ...{ XMPP_CLIENT_PORT: '0', XMPP_HTTP_PORT: '0' },
};

/** In this order, on one product; each ends at the first command that fails. */
const PAGES = [
  ...['README.md', 'docs/getting-started.md', 'docs/chat-server.md', 'docs/operating.md'],
  ...['docs/failover.md', 'docs/scaling.md', 'docs/security.md', 'docs/events.md'],
];

let folder: string;
let product: ChildProcess;
let environment: NodeJS.ProcessEnv;
let address: string;
let management: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chat-admin-tours-'));
  await chmod(folder, 0o711);
  const { PATH, HOME } = process.env;
  const port = String(await stablePort());
  management = `127.0.0.1:${port}`;
  environment = {
    ...{ PATH, HOME, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'error' },
    MANAGEMENT_PORT: port,
  };
  product = spawn(process.execPath, ['tools/start.mjs'], {
    cwd: workspace,
    env: { ...environment, ...PORTS },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  address = await addressOf(product);
});

afterAll(async () => {
  if (product.exitCode === null) {
    product.kill('SIGTERM');
    await once(product, 'exit');
  }
  await rm(folder, { recursive: true, force: true });
});

/** Where the API listens, once all parts are ready. */
function addressOf({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    stdout!.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const [, found] = /The API listens on http:\/\/([^/]+)\//.exec(output) ?? [];
      if (found !== undefined && /user service listens/.test(output)) resolve(found);
    });
    stdout!.once('close', () => reject(new Error(`npm start ended:\n${output}`)));
  });
}

/** Runs it, with the addresses of the product instead of those of the pages. */
const bash = (...lines: readonly string[]) => {
  const script = [STRICT, ...lines].join('\n');
  const placed = script
    .replaceAll(WRITTEN_ADDRESS, address)
    .replaceAll(WRITTEN_MANAGEMENT, management);
  return run('bash', ['-c', placed], { cwd: workspace, env: environment });
};

/** A refused request is a failure, which curl alone does not think. */
const STRICT = `
set -euo pipefail
curl() { command curl --silent --show-error --fail-with-body "$@"; }
chat-admin() { node tools/chat-admin.mjs "$@"; }
SECRET=$(npm run -s secret)
API=http://${WRITTEN_ADDRESS}/plugins/restapi/v1
`;

it.each(PAGES)('the commands of %s succeed', async (page) => {
  const blocks = taggedBlocks(await readFile(join(workspace, page), 'utf8'), 'tour');
  expect(blocks).not.toEqual([]);
  const { stderr } = await bash(...blocks);
  expect(stderr).toBe('');
});

it('a refused request is a failure', async () => {
  await expect(bash('curl "$API/users"')).rejects.toThrow();
});
