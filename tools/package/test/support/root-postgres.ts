import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { stablePort } from '@chat-admin/processes/stable-port';
import { inRoot, outputIn } from './installed-unit.js';
import type { RunningProgram } from './running-program.js';

/** The PostgreSQL of a Debian root, on a port of its own. */
export class RootPostgres {
  private constructor(
    private readonly root: string,
    readonly port: number,
    private readonly server: RunningProgram,
  ) {}

  static async start(root: string): Promise<RootPostgres> {
    const [major] = await readdir(join(root, 'etc/postgresql'));
    const port = await stablePort();
    const account = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'];
    const server = inRoot(root, [
      ...['sh', '-ec', 'install -d -o postgres /run/postgresql; exec "$@"', 'sh', ...account],
      ...[`/usr/lib/postgresql/${major}/bin/postgres`, '-D', `/var/lib/postgresql/${major}/main`],
      ...['-c', `config_file=/etc/postgresql/${major}/main/postgresql.conf`, '-p', String(port)],
      ...['-c', 'fsync=off', '-c', 'ssl=off', '-c', 'lc_messages=C', '-c', 'shared_buffers=16MB'],
    ]);
    await server.says(/ready to accept connections/);
    return new RootPostgres(root, port, server);
  }

  /** Runs a statement as superuser. @returns its values, one a line */
  async query(statement: string, database = 'postgres'): Promise<string> {
    const psql = ['psql', '--no-psqlrc', '-v', 'ON_ERROR_STOP=1', '-qAt'];
    const words = [...psql, '-p', String(this.port), '-d', database, '-c', statement];
    return (await outputIn(this.root, 'runuser', '-u', 'postgres', '--', ...words)).trim();
  }

  /** @returns the exit code */
  stop(): Promise<number | null> {
    return this.server.stop();
  }
}
