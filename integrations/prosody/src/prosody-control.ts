import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stablePort } from '@chat-admin/processes/stable-port';
import { until } from '@chat-admin/debian-programs/until';
import type { EngineDatabase } from '@chat-admin/prosody-server/engine-role';
import { OWN_CONFIGURATION } from '@chat-admin/prosody-server/prosody-configuration';
import { DISABLED_MODULES } from '@chat-admin/prosody-server/prosody-modules';
import type { LuaValue } from '@chat-admin/prosody-server/prosody-options';
import { type RunningProsody, startProsody } from '@chat-admin/prosody-server/prosody-server';
import type { Place } from './transport.js';
import { trust } from './trust.js';

export const BRIDGE_TOKEN = 'token-of-the-tests';
/** With SASL2 clients name no resources, which tests go by. */
export const SASL2_MODULES = ['sasl2', 'sasl2_bind2', 'sasl2_sm', 'sasl2_fast'];

const USUAL = {
  chat_lenient_acks: true, // `@xmpp/client` miscounts its acknowledgements
  modules_disabled: [...DISABLED_MODULES, ...SASL2_MODULES],
};

/** A Prosody that a test can stop and kill; it restarts on its ports, with its directory. */
export class ProsodyControl {
  private running: RunningProsody | null = null;
  private distrust: () => void = () => undefined;
  private log = '';
  /** where the next start looks for the program; default: PATH */
  folders: readonly string[] | null = null;

  private constructor(
    readonly place: Place,
    /** where it keeps its files */
    readonly directory: string,
    private readonly database: EngineDatabase,
    private readonly settings: Readonly<Record<string, LuaValue>>,
  ) {}

  /** @param settings overriding those of Prosody @param folders with the program; default: PATH */
  static async start(
    domain: string,
    database: EngineDatabase,
    settings: Readonly<Record<string, LuaValue>> = {},
    folders: readonly string[] | null = null,
  ): Promise<ProsodyControl> {
    const control = await ProsodyControl.launch(domain, database, settings, folders);
    try {
      await control.untilAttached();
    } catch (error) {
      await control.remove();
      throw error;
    }
    return control;
  }

  /** Resolves once it answers, attached to the database or not. */
  static async launch(
    domain: string,
    database: EngineDatabase,
    settings: Readonly<Record<string, LuaValue>> = {},
    folders: readonly string[] | null = null,
  ): Promise<ProsodyControl> {
    const directory = await mkdtemp(join(tmpdir(), 'chat-admin-prosody-'));
    const place: Place = {
      domain,
      host: '127.0.0.1',
      clientPort: await stablePort(),
      tlsPort: await stablePort(),
      httpPort: await stablePort(),
    };
    const control = new ProsodyControl(place, directory, database, settings);
    control.folders = folders;
    try {
      await control.startAgain();
    } catch (error) {
      await control.remove();
      throw error;
    }
    return control;
  }

  get url(): string {
    return `http://${this.place.host}:${this.place.httpPort}`;
  }

  get pid(): number {
    return this.running?.pid ?? 0;
  }

  /** path of the self-signed certificate, for clients that verify it */
  get certificate(): string {
    return this.running?.certificate?.certificate ?? '';
  }

  /** all of its output since the first start */
  output(): string {
    return this.log;
  }

  /** @returns the exit status of a process that ends by itself */
  async ended(): Promise<number | null> {
    const { code } = await this.running!.ended;
    this.running = null;
    return code;
  }

  /** Resolves once it answers, attached to the database or not. */
  async startAgain(): Promise<void> {
    const { place, directory, database, settings } = this;
    this.running = await startProsody({
      ...place,
      directory,
      database,
      settings: { ...USUAL, ...settings },
      bridgeToken: BRIDGE_TOKEN,
      ...(this.folders ? { folders: this.folders } : {}),
      onOutput: (text) => (this.log += text),
    });
    const { certificate } = this.running;
    this.distrust();
    if (!certificate) return;
    this.distrust = trust(await readFile(certificate.certificate, 'utf8'), place.domain);
  }

  /** Starts it again with what an operator adds to its configuration. */
  async restartWith(configuration: string): Promise<void> {
    await this.stop();
    await writeFile(join(this.directory, OWN_CONFIGURATION, 'added.cfg.lua'), configuration);
    await this.startAgain();
    await this.untilAttached();
  }

  async untilAttached(): Promise<void> {
    try {
      await until('Prosody is attached to the database', async () => {
        const reply = await this.bridge('GET', '/bridge/health');
        return (reply.body as { database?: { attached?: boolean } }).database?.attached ?? false;
      });
    } catch (error) {
      throw new Error(`${(error as Error).message}. Its log:\n${this.log}`);
    }
  }

  async stop(): Promise<void> {
    await this.running?.stop();
    this.running = null;
  }

  /** `kill -9` */
  async kill(): Promise<void> {
    await this.running?.kill();
    this.running = null;
  }

  /** Connections stay open, and the kernel accepts new ones, but nothing answers. */
  pause(): void {
    process.kill(this.pid, 'SIGSTOP');
  }

  /** As {@link pause}; resolves once it does nothing any more. */
  async standsStill(): Promise<void> {
    this.pause();
    await until('Prosody stands still', async () =>
      /^State:\s+T/m.test(await readFile(`/proc/${this.pid}/status`, 'utf8')),
    );
  }

  resume(): void {
    process.kill(this.pid, 'SIGCONT');
  }

  async remove(): Promise<void> {
    await this.stop();
    this.distrust();
    await rm(this.directory, { recursive: true, force: true, maxRetries: 5 });
  }

  /** A call like those of the service. @param token default: the right one */
  async bridge(
    method: string,
    path: string,
    body?: object,
    token = BRIDGE_TOKEN,
  ): Promise<{ status: number; body: unknown }> {
    const reply = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    return { status: reply.status, body: parsed(text) };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
