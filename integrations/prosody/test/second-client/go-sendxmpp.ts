import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { World } from '../../src/world.js';

/** A person at go-sendxmpp, which logs in for each message, and keeps tokens in its home directory. */
export class GoSendxmpp {
  private constructor(
    private readonly program: string,
    private readonly home: string,
    private readonly login: readonly string[],
    public password: string,
    private readonly certificate: string,
  ) {}

  /** @param programs the folder with the program */
  static async at(world: World, programs: string, username: string, password: string) {
    const { host, clientPort, domain } = world.prosody.place;
    const home = await mkdtemp(join(tmpdir(), 'chat-admin-go-sendxmpp-'));
    const login = ['-u', `${username}@${domain}`, '-j', `${host}:${clientPort}`];
    const program = join(programs, 'go-sendxmpp');
    return new GoSendxmpp(program, home, login, password, world.prosody.certificate);
  }

  /** @throws an error with its complaints */
  async send(to: string, text: string): Promise<void> {
    const sent = promisify(execFile)(
      this.program,
      [...this.login, '-p', this.password, '--suppress-root-warning', to],
      { env: { HOME: this.home, SSL_CERT_FILE: this.certificate } },
    );
    sent.child.stdin!.end(`${text}\n`);
    await sent.catch(({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`${stdout}${stderr}`.trim());
    });
  }

  async remove(): Promise<void> {
    await rm(this.home, { recursive: true, force: true });
  }
}
