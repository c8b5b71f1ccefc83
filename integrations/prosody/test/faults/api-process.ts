import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bundledProgram } from '@chat-admin/debian-programs/bundled-program';
import { type BoundProcess, startBound } from '@chat-admin/processes/bound-process';
import { stablePort } from '@chat-admin/processes/stable-port';
import { until } from '@chat-admin/debian-programs/until';
import { TEST_SECRET } from '@chat-admin/persistence/testing/test-database';
import { Api } from '../../src/api.js';
import { BRIDGE_TOKEN } from '../../src/prosody-control.js';
import type { World } from '../../src/world.js';

const MAIN = bundledProgram('api');

/** The API in a separate process, which may be killed. */
export interface ApiProcess extends Api {
  readonly process: BoundProcess;
  /** where `/metrics` is */
  readonly managementUrl: string;
}

/** Starts the compiled API. @param chatServerUrl of Prosody, or what stands between */
export async function startApi(world: World, chatServerUrl: string): Promise<ApiProcess> {
  const [port, managementPort] = [await stablePort(), await stablePort()];
  const process = startBound(globalThis.process.execPath, [MAIN], {
    environment: {
      DATABASE_URL: world.databaseUrl,
      CHAT_SERVER_URL: chatServerUrl,
      CHAT_SERVER_TOKEN: BRIDGE_TOKEN,
      API_PORT: String(port),
      MANAGEMENT_PORT: String(managementPort),
      LOG_LEVEL: 'warn',
    },
  });
  const api = new Api(`http://127.0.0.1:${port}`, TEST_SECRET);
  try {
    await until('the API is ready', async () => {
      const { status } = await api.call('GET', '/system/readiness');
      return status === 200;
    });
  } catch (error) {
    await process.kill();
    throw new Error(`${(error as Error).message}. Its log:\n${process.output()}`);
  }
  return Object.assign(api, { process, managementUrl: `http://127.0.0.1:${managementPort}` });
}

/** A proxy between the API and Prosody: queries get through, notices do not. */
export class NoticeTrap {
  private readonly server: Server;
  private readonly caught: Promise<unknown>;

  private constructor(prosodyUrl: string) {
    let catchNotice: () => void;
    this.caught = new Promise<void>((resolve) => (catchNotice = resolve));
    this.server = createServer((request, response) => {
      if (request.method === 'POST') return catchNotice();
      const { authorization = '' } = request.headers;
      fetch(`${prosodyUrl}${request.url}`, { headers: { authorization } }).then(
        async (reply) => response.writeHead(reply.status).end(await reply.text()),
        () => response.destroy(),
      );
    });
  }

  static async start(prosodyUrl: string): Promise<NoticeTrap> {
    const trap = new NoticeTrap(prosodyUrl);
    trap.server.listen(0, '127.0.0.1');
    await once(trap.server, 'listening');
    return trap;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Resolves once a notice has arrived, which will not be answered. */
  get notice(): Promise<unknown> {
    return this.caught;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
