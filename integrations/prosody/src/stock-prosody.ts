import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@chat-admin/debian-programs/until';
import { type BoundProcess, startBound } from '@chat-admin/processes/bound-process';
import { stablePort } from '@chat-admin/processes/stable-port';
import { ensureCertificate } from '@chat-admin/prosody-server/certificate';
import { findProsody } from '@chat-admin/prosody-server/installed-prosody';
import { stockAccounts } from './stock-accounts.js';
import type { Place } from './transport.js';

/** A Prosody of somebody else: as Debian has it, with its internal storage and no module of ours. */
export class StockProsody {
  private constructor(
    readonly place: Place,
    readonly serverPort: number,
    /** PEM */
    readonly certificate: string,
    private readonly directory: string,
    private running: BoundProcess | null,
  ) {}

  /** Not started yet. @param passwords by user name */
  static async prepare(
    domain: string,
    passwords: Readonly<Record<string, string>>,
  ): Promise<StockProsody> {
    const directory = await mkdtemp(join(tmpdir(), 'chat-admin-stock-prosody-'));
    const place: Place = {
      domain,
      host: '127.0.0.1',
      clientPort: await stablePort(),
      tlsPort: 0,
      httpPort: await stablePort(),
    };
    const { certificate } = (await ensureCertificate(directory, domain))!;
    await stockAccounts(directory, domain, passwords);
    const pem = await readFile(certificate, 'utf8');
    return new StockProsody(place, await stablePort(), pem, directory, null);
  }

  /** where it keeps what it stores */
  get data(): string {
    return this.directory;
  }

  /** @param configuration more of it, global */
  async start(configuration: string): Promise<void> {
    const { domain, host, clientPort, httpPort } = this.place;
    const file = join(this.directory, 'prosody.cfg.lua');
    await writeFile(
      file,
      `${process.getuid?.() === 0 ? 'run_as_root = true' : ''}
data_path = "${this.directory}"
log = { { levels = { min = "info" }, to = "stdout" } }
interfaces = { "${host}" }
c2s_ports = { ${clientPort} }
c2s_require_encryption = false
s2s_ports = { ${this.serverPort} }
http_interfaces = { "${host}" }
http_ports = { ${httpPort} }
https_ports = {}
http_default_host = "${domain}"
modules_enabled = { "roster", "saslauth", "tls", "disco", "ping", "websocket" }
authentication = "internal_plain"
storage = "internal"
${configuration}
VirtualHost "${domain}"
`,
    );
    const { program } = await findProsody();
    this.running = startBound(program, ['-F', '--config', file]);
    await until('the other Prosody serves', async () => {
      const reply = await fetch(`http://${host}:${httpPort}/xmpp-websocket`).catch(() => null);
      return reply !== null;
    });
  }

  output(): string {
    return this.running?.output() ?? '';
  }

  async stop(): Promise<void> {
    await this.running?.stop();
    this.running = null;
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.directory, { recursive: true, force: true, maxRetries: 5 });
  }
}
