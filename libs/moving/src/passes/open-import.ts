import { ownCommand } from '@chat-admin/configuration/own-command';
import { domainpart } from '@chat-admin/domain/shared/jid';
import type { Domainpart } from '@chat-admin/domain/shared/jid';
import type { OpenfireKeys } from '../passwords/openfire-keys.js';
import { requireReadable } from '../source.js';
import type { Source } from '../source.js';
import { ImportRefused } from '../faults.js';
import { findContext } from '../entities/find-context.js';
import type { DomainChoice, Found } from '../entities/find-context.js';
import { readHome } from '../entities/openfire-home.js';
import type { Target } from '../target/target.js';

const UNPREPARED = `The target is not prepared: run "${ownCommand('migrate')}" first, on Debian "${ownCommand('setup --local')}".`;

/** What is read of a source and its configuration before anything is moved. */
export interface OpenedImport {
  readonly keys: OpenfireKeys;
  readonly found: Found;
  /** of the target */
  readonly domain: Domainpart;
  /** lists of openfire.xml */
  readonly administrators: readonly string[];
}

export interface OpenImportOptions {
  /** Openfire's folder, with `conf/`; null: there is none */
  readonly openfireHome: string | null;
  readonly renamed: DomainChoice['renamed'];
  readonly renames?: DomainChoice['renames'];
}

/** @throws SourceRefused, SourceFailed, ImportRefused */
export async function openImport(
  source: Source,
  target: Target,
  { openfireHome, renamed, renames = [] }: OpenImportOptions,
): Promise<OpenedImport> {
  requireReadable(source, []);
  const { keys, configuration } = await readHome(openfireHome);
  const domain = await domainOfTarget(target);
  const fallback = configuration.domain;
  const choice = { target: domain, renamed, renames, fallback };
  const found = await findContext(source, keys, choice, new Date());
  return { keys, found, domain, administrators: configuration.administrators };
}

/** @throws ImportRefused if it has not been prepared for chat-admin */
export async function requirePrepared(target: Target): Promise<void> {
  const [row] = await target.query<{ prepared: boolean }>(
    `select to_regprocedure('service_domain()') is not null as prepared`,
  );
  if (!row!.prepared) throw new ImportRefused(UNPREPARED);
}

async function domainOfTarget(target: Target): Promise<Domainpart> {
  await requirePrepared(target);
  const [row] = await target.query<{ domain: string | null }>('select service_domain() as domain');
  const domain = row?.domain ? domainpart(row.domain) : null;
  if (domain !== null) return domain;
  throw new ImportRefused(UNPREPARED);
}
