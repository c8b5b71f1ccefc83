import { connectionEntry } from '../mapping/connections.js';
import { movedCredentials } from '../mapping/moved-credentials.js';
import type { CredentialSettings } from '../mapping/moved-credentials.js';
import { isGrowing, KINDS } from '../rows.js';
import type { GrowingKind, Kind } from '../rows.js';
import { requireReadable } from '../source.js';
import type { Source } from '../source.js';
import { hasStores, NO_STORES } from '../target/chat-server-stores.js';
import { dryRun } from './dry-run.js';
import type { KeyedKind } from '../entities/entities.js';
import { movedAccountNames } from '../entities/find-context.js';
import { ImportRefused } from '../faults.js';
import { entitiesHere } from './kept-people.js';
import { KeyedPass } from './keyed-pass.js';
import type { Follower, ImportSettings } from './import-settings.js';
import type { PassResult } from './keyed-pass.js';
import { LinePass } from './line-pass.js';
import type { OpenedImport } from './open-import.js';
import { administratorsOf, propertyEntities } from './property-entities.js';
import type { Reporter } from './reporter.js';
import { beginPass, progressOf } from '../target/run-state.js';
import type { RunState } from '../target/run-state.js';
import { forgetKept, keptAmong, noteKeptAccounts } from '../target/kept.js';
import { changedRooms } from '../target/changed-rooms.js';
import { purgeOverdue } from '../target/former-holders.js';
import { membersWithoutAccount } from '../target/members-without-account.js';
import { CONTACTS, contactsToSettle, settleContacts } from '../target/settle-contacts.js';
import { requireGoingOn } from './stoppable.js';
import { switchOff, switchOn } from '../target/switches.js';
import type { Target } from '../target/target.js';

/** What decides which contacts are settled, and how. */
const SETTLED_BY: readonly Kind[] = ['accounts', 'groups', 'rosters'];

const isChanged = (result: PassResult | undefined): boolean =>
  result !== undefined && result.changed + result.removed > 0;

const CHAT_SERVER_KINDS: readonly Kind[] = ['offline', 'private', 'pep', 'blocks'];

/** Copies, or catches up with, what the source has now. Where it was interrupted it goes on. */
export class ImportPass {
  constructor(
    private readonly source: Source,
    private readonly opened: OpenedImport,
    private readonly target: Target,
    private readonly settings: ImportSettings,
    private readonly reporter: Reporter,
    private readonly follower: Follower,
  ) {}

  /** @throws ImportRefused, ImportStopped, RemovalStopped, SourceRefused, SourceFailed, TargetFailed */
  async run(): Promise<ReadonlyMap<Kind, PassResult>> {
    requireReadable(this.source, this.settings.kinds);
    await this.requireStores();
    const { sourceName, remembered } = this.settings;
    const run = await beginPass(this.target, sourceName, remembered);
    const { kinds, wereSettled } = await this.plan(run);
    await purgeOverdue(this.target);
    if (this.settings.onConflict === 'replace') await forgetKept(this.target, kinds);
    if (run.firstLoad) await switchOff(this.target);
    await this.reportSource();
    const results = new Map<Kind, PassResult>();
    for (const kind of kinds) results.set(kind, await this.moveKind(kind, run));
    const isSame = SETTLED_BY.every((kind) => !isChanged(results.get(kind)));
    await this.settleContacts(wereSettled && isSame);
    await switchOn(this.target);
    return results;
  }

  /** Reads and maps all, and writes nothing but the report. @throws SourceFailed */
  async dryRun(): Promise<ReadonlyMap<Kind, PassResult>> {
    requireReadable(this.source, this.settings.kinds);
    await this.reportSource();
    return dryRun(this.source, this.opened, this.settings, this.reporter, this.follower);
  }

  /** What it has besides the kinds, and cannot give. */
  private async reportSource(): Promise<void> {
    for (const entry of this.source.facts.lost) this.reporter.add(entry);
    const { kinds, unreadable } = this.source.facts;
    if (kinds.has('archive') && !unreadable.has('archive') && !this.settings.kinds.has('archive')) {
      const { rows: count } = await this.source.count('archive');
      const text = 'Conversations between two people are not moved (--with-archive moves them).';
      const archive = { kind: 'archive', name: 'archive', code: 'table-dropped' } as const;
      if (count > 0) this.reporter.add({ ...archive, text, count });
    }
    const { jids } = this.opened.found.context;
    for (const row of await this.source.connections()) {
      this.reporter.add(connectionEntry(row, jids));
    }
  }

  private async requireStores(): Promise<void> {
    const needed = CHAT_SERVER_KINDS.filter((kind) => this.settings.kinds.has(kind));
    if (needed.length === 0 || (await hasStores(this.target))) return;
    throw new ImportRefused(`${NO_STORES}. Or leave it out: --except ${needed.join(',')}`);
  }

  /**
   * What is left to do of this pass, noted so that an interrupted one is told from a finished one; and whether contacts were settled
   * before it, of which nothing else is done yet.
   */
  private async plan(
    run: RunState,
  ): Promise<{ readonly kinds: readonly Kind[]; readonly wereSettled: boolean }> {
    const before = new Map((await progressOf(this.target)).map((one) => [one.kind, one]));
    const kinds = KINDS.filter((kind) => this.settings.kinds.has(kind));
    const isDone = (kind: Kind) => {
      const known = before.get(kind);
      return known?.generation === run.generation && known.done;
    };
    await this.target.transaction(async () => {
      for (const step of [...kinds, CONTACTS] as const) {
        const known = before.get(step);
        // contacts that were settled before a kind are settled again after it
        const isBegun = known?.generation === run.generation;
        if (isBegun && (step !== CONTACTS || kinds.every(isDone))) continue;
        const since = this.settings.since ?? LinePass.sinceOf(known?.mark ?? null);
        const isWhole = step === 'offline' || step === CONTACTS;
        await this.target.query(
          `insert into moving.progress (kind, generation, done, since) values ($1, $2, false, $3)
           on conflict (kind) do update set (generation, done, since, moved, at) =
             (excluded.generation, excluded.done, excluded.since, 0, null)`,
          [step, run.generation, isWhole ? null : this.later(step, since)],
        );
      }
    });
    this.reporter.goOn(new Set(kinds.filter(isDone)));
    const contacts = before.get(CONTACTS);
    const isNew = contacts !== undefined && contacts.generation < run.generation;
    return {
      kinds: kinds.filter((kind) => !isDone(kind)),
      wereSettled: isNew && contacts.done && !kinds.some(isDone),
    };
  }

  /** `--messages-since` is about conversations alone. */
  private later(kind: Kind, since: Date | null): Date | null {
    const { messagesSince } = this.settings;
    if (kind !== 'messages' || messagesSince === null) return since;
    return since === null || since < messagesSince ? messagesSince : since;
  }

  private async moveKind(kind: Kind, run: RunState): Promise<PassResult> {
    const began = performance.now();
    const isThere = this.source.facts.kinds.has(kind);
    const count = isThere ? await this.source.count(kind) : null;
    this.follower.begins(kind, count === null ? 0 : count.rows);
    const finished = async (mark: Date | null, { moved, lost }: PassResult) => {
      if (kind === 'groups') await this.reportMembers();
      this.reporter.endKind(kind);
      await this.target.query(
        `update moving.progress
         set done = true, mark = greatest(mark, $2), moved = $3, lost = $4, seconds = $5 where kind = $1`,
        [kind, mark, moved, lost, (performance.now() - began) / 1000],
      );
    };
    const result = isGrowing(kind)
      ? await this.moveLines(kind, run, finished)
      : await this.moveKeyed(kind, run);
    if (!isGrowing(kind)) await finished(null, result);
    this.follower.ends(kind, result);
    return result;
  }

  private async reportMembers(): Promise<void> {
    const domain = this.opened.found.context.jids.domain.name;
    for (const entry of await membersWithoutAccount(this.target, domain)) this.reporter.add(entry);
  }

  /**
   * A step of its own, since it is as long as a kind: what was cut off is not finished.
   * @param areSettled nothing has changed of what decides
   */
  private async settleContacts(areSettled: boolean): Promise<void> {
    const { target, follower } = this;
    const began = performance.now();
    const known = (await progressOf(target)).find(({ kind }) => kind === CONTACTS);
    const contacts = await contactsToSettle(target);
    follower.begins(CONTACTS, contacts - (known?.moved ?? 0));
    const settle = () =>
      settleContacts(target, async (settled) => {
        follower.advance(CONTACTS, settled);
        await this.checkpoint();
      });
    const changed = areSettled ? 0 : await settle();
    await target.query(
      'update moving.progress set done = true, moved = $3, seconds = $2 where kind = $1',
      [CONTACTS, (performance.now() - began) / 1000, contacts],
    );
    follower.ends(CONTACTS, { moved: contacts, lost: 0, changed, removed: 0, derived: 0 });
  }

  private async moveKeyed(kind: KeyedKind, run: RunState): Promise<PassResult> {
    const { reporter, follower, settings, source } = this;
    const { found } = this.opened;
    const pass = new KeyedPass(kind, this.target, run, await this.saltOf(kind), {
      onConflict: settings.onConflict,
      mayRemove: settings.mayRemove,
      jobs: settings.jobs,
      derive: ({ password, target: [here] }) =>
        movedCredentials(password!, this.credentialSettings(), here),
      report: (of, entity, note) => reporter.note(of, entity.name, note),
      advance: (rows) => follower.advance(kind, rows),
      checkpoint: () => this.checkpoint(),
    });
    if (kind === 'properties') {
      const { target, opened } = this;
      if (settings.onConflict !== 'replace' && settings.kinds.has('accounts')) {
        await noteKeptAccounts(target, administratorsOf(opened), () =>
          movedAccountNames(source, found.context),
        );
      }
      return pass.take(
        propertyEntities(opened, settings.propertyPrefixes, (jids) => keptAmong(target, jids)),
      );
    }
    const report = (entry: Parameters<Reporter['add']>[0]) => reporter.add(entry);
    return pass.take(entitiesHere(kind, source, found.context, { report }, this.target));
  }

  private async moveLines(
    kind: GrowingKind,
    run: RunState,
    finished: (mark: Date, result: PassResult) => Promise<void>,
  ): Promise<PassResult> {
    const { reporter, follower, source } = this;
    const { found } = this.opened;
    const known = (await progressOf(this.target)).find((one) => one.kind === kind);
    const { messagesSince, mayRemove } = this.settings;
    const pass = new LinePass(kind, this.target, run, {
      mayRemove,
      report: (of, name, note) => reporter.note(of, name, note),
      advance: (rows) => follower.advance(kind, rows),
      checkpoint: () => this.checkpoint(),
      finished,
    });
    const since = known?.since ?? null;
    const again =
      kind === 'messages' && since !== null
        ? await changedRooms(source, this.target, run, found.context, {
            since,
            messagesSince,
            mayRemove,
          })
        : new Set<string>();
    const from = again.size === 0 ? since : messagesSince;
    const rows = source.rows(kind, {
      report: (entry) => reporter.add(entry),
      ...(from === null ? {} : { since: from }),
    });
    return pass.take(rows, found.context, { since, again });
  }

  /** Rosters depend on shared groups, affiliations on which groups there are. */
  private async saltOf(kind: KeyedKind): Promise<string> {
    if (kind !== 'rosters' && kind !== 'rooms') return '';
    const column = kind === 'rosters' ? 'fingerprint' : 'key';
    const [row] = await this.target.query<{ salt: string | null }>(
      `select encode(sha256(string_agg(${column}, '' order by key)), 'hex') as salt
       from moving.item where kind = 'groups'`,
    );
    return row?.salt ?? '';
  }

  private credentialSettings(): CredentialSettings {
    return {
      keys: this.opened.keys,
      passwordKey: this.opened.found.passwordKey,
      iterations: this.settings.iterations,
      acceptNamePasswords: this.settings.acceptNamePasswords,
      namePasswords: this.source.facts.form === 'xep-0227',
      newPasswords: this.settings.newPasswords,
    };
  }

  private async checkpoint(): Promise<void> {
    this.follower.batchDone?.();
    requireGoingOn(this.follower.isStopped);
  }
}
