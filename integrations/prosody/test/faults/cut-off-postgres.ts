import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@chat-admin/debian-programs/until';
import { type BoundProcess, startBound } from '@chat-admin/processes/bound-process';
import pg from 'pg';
import { BreakablePostgres } from '../../src/breakable-postgres.js';
import { CutNetwork, type Line } from './cut-network.js';

/** A PostgreSQL server on the inner side of a network. Needs namespaces. */
export class CutOffPostgres {
  private constructor(
    private readonly network: CutNetwork,
    private readonly made: BreakablePostgres,
    private readonly process: BoundProcess,
    /** as superuser, by a way that is never cut */
    readonly url: string,
    /** the way that can be cut */
    readonly line: Line,
  ) {}

  /** `null` where there are no namespaces */
  static async start(): Promise<CutOffPostgres | null> {
    const network = await CutNetwork.create();
    if (!network.isolated) {
      await network.remove();
      return null;
    }
    const made = await BreakablePostgres.start();
    const pid = await made.pid();
    const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').filter(Boolean);
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const [, user] = /^Uid:\s+(\d+)/m.exec(status)!;
    const [, group] = /^Gid:\s+(\d+)/m.exec(status)!;
    await made.stop();
    const data = words[words.indexOf('-D') + 1]!;
    await appendFile(join(data, 'pg_hba.conf'), 'host all all 10.0.0.0/8 scram-sha-256\n');
    const [, ...args] = network.prefix;
    const as = ['setpriv', `--reuid=${user}`, `--regid=${group}`, '--clear-groups'];
    const everywhere = ['-c', 'listen_addresses=*'];
    const server = startBound('/usr/sbin/ip', [...args, ...as, ...words, ...everywhere]);
    const port = Number(new URL(made.url).port);
    const url = at(made.url, await network.wayTo(port));
    await until('PostgreSQL answers', () => answers(url));
    return new CutOffPostgres(network, made, server, url, await network.lineTo(port));
  }

  /** The same database by the way that can be cut. */
  cuttable(url: string): string {
    return at(url, this.line.port);
  }

  async remove(): Promise<void> {
    this.process.signal('SIGINT');
    await this.process.ended;
    await this.network.remove();
    await this.made.remove();
  }
}

function at(url: string, port: number): string {
  const other = new URL(url);
  other.port = String(port);
  return other.href;
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } finally {
    await client.end();
  }
}
