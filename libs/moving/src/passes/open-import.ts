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
}

/** @throws SourceRefused, SourceFailed, ImportRefused */
export async function openImport(
  source: Source,
  target: Target,
  { openfireHome, renamed }: OpenImportOptions,
): Promise<OpenedImport> {
  requireReadable(source, []);
  const { keys, configuration } = await readHome(openfireHome);
  const domain = await domainOfTarget(target);
  const fallback = configuration.domain;
  const found = await findContext(source, keys, { target: domain, renamed, fallback }, new Date());
  return { keys, found, domain, administrators: configuration.administrators };
}

async function domainOfTarget(target: Target): Promise<Domainpart> {
  const [row] = await target.query<{ domain: string | null }>('select service_domain() as domain');
  const domain = row?.domain ? domainpart(row.domain) : null;
  if (domain !== null) return domain;
  throw new ImportRefused(`The target is not prepared: run "${ownCommand('migrate')}" first.`);
}
