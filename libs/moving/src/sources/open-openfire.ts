import type { ClientConfig } from 'pg';
import { SourceRefused } from '../source.js';
import type { Source } from '../source.js';
import { HsqldbTables } from './hsqldb/hsqldb-tables.js';
import { MysqlTables } from './mysql/mysql-tables.js';
import { type EngineFacts, OpenfireSource } from './openfire/openfire-source.js';
import type { Tables } from './openfire/tables.js';
import { PostgresTables } from './postgres/postgres-tables.js';
import { Scratch } from './scratch.js';

export interface OpenOptions {
  /** of the role that reads the source; wins over one in the address */
  readonly password?: string;
  /** where copies and what does not fit into memory lie; default the folder for temporary files */
  readonly scratch?: string;
}

/**
 * Opens Openfire's database.
 * @param address `postgres://`, `postgresql://`, `mysql://`, `mariadb://`, or a path: HSQLDB's script, its folder, Openfire's home
 * @throws SourceRefused, SourceFailed
 */
export async function openOpenfire(address: string, options: OpenOptions = {}): Promise<Source> {
  const scratch = new Scratch(options.scratch);
  const [tables, facts] = await openTables(address, options, scratch);
  try {
    return await OpenfireSource.of(tables, scratch, facts);
  } catch (error) {
    await tables.close();
    throw error;
  }
}

async function openTables(
  address: string,
  { password }: OpenOptions,
  scratch: Scratch,
): Promise<[Tables, EngineFacts]> {
  if (/^postgres(ql)?:/.test(address)) {
    const config: ClientConfig = { connectionString: withPassword(address, password) };
    const tables = await PostgresTables.open(config);
    return [tables, { form: 'postgresql', ...tables.about, stopped: null, lost: [] }];
  }
  if (/^(mysql|mariadb):/.test(address)) {
    const uri = withPassword(address, password).replace(/^mariadb:/, 'mysql:');
    const tables = await MysqlTables.open({ uri });
    return [tables, { form: 'mysql', ...tables.about, stopped: null, lost: [] }];
  }
  if (/^[a-z]{2,}:/i.test(address)) {
    throw new SourceRefused(
      `${address} is no address that can be read: write postgres://ROLE@HOST/DATABASE, mysql://… or mariadb://…, also for one of JDBC`,
    );
  }
  const tables = await HsqldbTables.open(address, scratch);
  const { version, stopped, bytes } = tables.files;
  const server = `HSQLDB ${version}`;
  return [tables, { form: 'hsqldb', server, stopped, mayWrite: null, bytes, lost: [] }];
}

function withPassword(address: string, password: string | undefined): string {
  if (password === undefined) return address;
  const url = new URL(address);
  url.password = encodeURIComponent(password);
  return url.href;
}
