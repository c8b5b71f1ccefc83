import type { ReportCode, ReportEntry } from '../report.js';
import type { Kind } from '../rows.js';
import { unreadable } from '../source.js';
import type { Source } from '../source.js';
import { decryptable } from './check-passwords.js';
import { hasStores, NO_STORES } from '../target/chat-server-stores.js';
import { entitiesOf } from '../entities/entities.js';
import type { KeyedKind } from '../entities/entities.js';
import type { ImportSettings } from './import-settings.js';
import { leftBehind } from './left-behind.js';
import type { OpenedImport } from './open-import.js';
import { FINISHED, isFinished, openRun } from '../target/run-state.js';
import { hasMovingTables } from '../target/moving-schema.js';
import { diskFinding } from '../target/check-disk.js';
import type { Finding } from '../target/finding.js';
import type { Target } from '../target/target.js';

export interface CheckOptions {
  readonly settings: ImportSettings;
  readonly acceptForeignProviders: boolean;
  readonly report: (entry: ReportEntry) => void;
  /** reads all people, groups, rooms and contacts, to name those that cannot come along */
  readonly namesLeftBehind: boolean;
}

/** What keeps the addresses that the source has. */
const DOMAIN_LIMITS =
  '--domain changes addresses in rosters, requests, groups, rooms, administrators, conversations, archives, offline messages, bookmarks, block lists and PEP; texts, emails, vCards, other payloads (invitations that wait, too) and the audit log keep the former domain';

const IN_DIRECTORY =
  'People lie in a directory: chat-admin directory from-openfire writes its file (--accept-foreign-providers moves the tables)';

/** Of a source that is not there as a whole. */
const BROKEN = new Set<ReportCode>(['file-broken', 'include-refused', 'list-unreadable']);

const CONFLICTING = ['accounts', 'groups', 'rooms'] as const satisfies readonly KeyedKind[];
const SHOWN_CONFLICTS = 1_000;
/** keys at once are derived at about this rate per core and round */
const ROUNDS_PER_SECOND = 1_300_000;

/** What stands in the way of an import, and what it will take. Changes nothing. */
export async function checkImport(
  source: Source,
  target: Target,
  opened: OpenedImport,
  { settings, acceptForeignProviders, report, namesLeftBehind }: CheckOptions,
): Promise<readonly Finding[]> {
  if (await isFinished(target)) return [{ level: 'fault', code: 'finished', text: FINISHED }];
  const { found, domain } = opened;
  const findings: Finding[] = [];
  const add = (level: Finding['level'], code: string, text: string) =>
    findings.push({ level, code, text });
  const { facts } = source;
  add('fact', 'source', `${facts.server}, schema ${facts.schema ?? 'unknown'}, domain ${domain}`);
  if (facts.stopped === false) {
    add(
      'warning',
      'running',
      'Its files are of a running server: the last catch-up wants a clean stop',
    );
  }
  if (facts.mayWrite === true) {
    add(
      'warning',
      'may-write',
      'The role that reads the source may write there, which it need not',
    );
  }
  for (const text of unreadable(source, settings.kinds)) add('fault', 'unreadable', text);
  const elsewhere = acceptForeignProviders ? 'warning' : 'fault';
  if (found.hasDirectory) add(elsewhere, 'directory', IN_DIRECTORY);
  for (const provider of found.foreignProviders) {
    add(
      elsewhere,
      'foreign-provider',
      `Data lie elsewhere: ${provider} (--accept-foreign-providers moves the tables)`,
    );
  }
  for (const kind of settings.kinds) {
    if (!facts.kinds.has(kind) || facts.unreadable.has(kind)) continue;
    const { rows, estimated } = await source.count(kind);
    add('fact', 'rows', `${kind}: ${estimated ? 'about ' : ''}${rows}`);
  }
  const chatServers: readonly Kind[] = ['offline', 'private', 'pep', 'blocks'];
  if (chatServers.some((kind) => settings.kinds.has(kind)) && !(await hasStores(target))) {
    add('fault', 'stores', NO_STORES);
  }
  if (facts.bytes !== null) add(...(await diskFinding(facts.bytes, target)));
  if (settings.kinds.has('accounts')) {
    await addPasswords(source, opened, settings, add);
  }
  const conflicts = await findConflicts(source, target, found, settings, report);
  if (conflicts > 0) {
    const level = settings.onConflict === 'fail' ? 'fault' : 'warning';
    add(
      level,
      'conflict',
      `${conflicts} names are here already (--on-conflict keep or replace): see the report`,
    );
  }
  if (found.context.jids.changesDomain) add('warning', 'domain', DOMAIN_LIMITS);
  for (const entry of facts.lost.filter(({ code }) => BROKEN.has(code))) {
    report(entry);
    add('warning', entry.code, `${entry.name}: ${entry.text}`);
  }
  const left = namesLeftBehind
    ? await leftBehind(source, found.context, settings.kinds, report)
    : [];
  findings.push(...left);
  if (
    left.length === 0 &&
    !found.hasDirectory &&
    found.foreignProviders.length === 0 &&
    findings.every(({ level }) => level !== 'fault')
  ) {
    add('fact', 'ready', 'Nothing stands in the way');
  }
  return findings;
}

async function addPasswords(
  source: Source,
  opened: OpenedImport,
  settings: ImportSettings,
  add: (level: Finding['level'], code: string, text: string) => void,
): Promise<void> {
  const { passwords, twice, tried, decrypted } = await decryptable(source, opened);
  if (tried > 0) {
    const level = decrypted === 0 ? 'fault' : decrypted < tried ? 'warning' : 'fact';
    const hint = decrypted === 0 ? ': --openfire-home names the folder with conf/security.xml' : '';
    add(level, 'keys', `${decrypted} of ${tried} encrypted passwords can be decrypted${hint}`);
  }
  const rounds = settings.iterations * 1.83 + 4096;
  const seconds = Math.ceil(((passwords + twice) * rounds) / (ROUNDS_PER_SECOND * settings.jobs));
  add(
    'fact',
    'derivation',
    passwords === 0
      ? 'No keys have to be derived: no password can be read there, and stored keys come along as they are'
      : `${passwords} passwords: about ${seconds} s of derivation with ${settings.jobs} jobs`,
  );
}

/** Names that are here, and were not imported. @returns how many */
async function findConflicts(
  source: Source,
  target: Target,
  { context }: OpenedImport['found'],
  settings: ImportSettings,
  report: CheckOptions['report'],
): Promise<number> {
  const run = (await hasMovingTables(target)) ? await openRun(target) : null;
  let count = 0;
  for (const kind of CONFLICTING) {
    if (!settings.kinds.has(kind) || (await isEmpty(target, kind))) continue;
    let names: string[][] = [];
    const look = async () => {
      for (const name of await here(target, kind, names, run !== null)) {
        count += 1;
        const text = 'something of this name is here already';
        if (count <= SHOWN_CONFLICTS) report({ kind, name, code: 'conflict', text });
      }
      names = [];
    };
    for await (const { value, target: key } of entitiesOf(kind, source, context, {})) {
      if (value !== null) names.push([...key]);
      if (names.length >= 5_000) await look();
    }
    await look();
  }
  return count;
}

const NAMES = {
  accounts: 'select array[username] as name from account',
  groups: 'select array[name] as name from user_group',
  rooms: 'select array[service, name] as name from room',
} as const;

async function isEmpty(target: Target, kind: keyof typeof NAMES): Promise<boolean> {
  const rows = await target.query(`select from (${NAMES[kind]} limit 1) any_of_them`);
  return rows.length === 0;
}

async function here(
  target: Target,
  kind: keyof typeof NAMES,
  names: readonly (readonly string[])[],
  hasRun: boolean,
): Promise<readonly string[]> {
  const imported = hasRun
    ? `and not exists (select from moving.item where kind = $2 and target = name)`
    : `and $2 <> ''`;
  const rows = await target.query<{ name: string[] }>(
    `select name from (${NAMES[kind]}) existing
     where name in (select array(select jsonb_array_elements_text(one)) from jsonb_array_elements($1::jsonb) one) ${imported}`,
    [JSON.stringify(names), kind],
  );
  return rows.map(({ name }) => name.join('/'));
}
