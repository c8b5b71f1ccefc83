import { objectPath } from '../events/event-outbox.js';
import type { Localpart } from '../shared/jid.js';
import { NOT_XML } from '../shared/texts.js';
import type { LockoutDraft } from '../users/lockout.js';
import type { ManagedUser } from '../users/managed-objects.js';
import type { GoneObject, Holder, StagedPerson } from './directory-run.js';
import type { DirectoryPerson } from './directory-source.js';
import { illegal, ofAnother, outcomeOf, twice, wayTo } from './plan.js';
import type { Plan, PlanContext, Refusal } from './plan.js';

const DAY_MS = 86_400_000;

export const LOCKOUT_REASON = 'directory';

const userExists: Refusal = {
  exception: 'UserAlreadyExistsException',
  message: 'A user of this name exists, and is not managed by this directory',
};
const ofAdministrator: Refusal = {
  exception: 'ForbiddenException',
  message: 'An administrator is not managed by a directory',
};

export interface PersonWork {
  /** as it is called until now; null: it is not here, or not managed */
  readonly current: Localpart | null;
  readonly to: Localpart;
  /** local account that becomes managed */
  readonly links: boolean;
  /** who has that name, and gets another one; `meanwhile` another one still, as it may be the one that is left */
  readonly aside: {
    readonly externalId: string;
    readonly meanwhile: Localpart;
    readonly to: Localpart;
  } | null;
  /** undefined: stays as it is */
  readonly name: string | null | undefined;
  readonly email: string | null | undefined;
  readonly properties: ReadonlyMap<string, string | null>;
  /** null: stays as it is */
  readonly vcard: string | null;
  /** null: stays as it is */
  readonly managed: ManagedUser | null;
  readonly lockout: LockoutDraft | 'end' | null;
  readonly isBack: boolean;
}

export function planPerson(staged: StagedPerson, context: PlanContext): Plan<PersonWork> {
  const { doc, here, name, holder } = staged;
  const { settings, source } = context;
  const object = objectPath('users', name ?? here?.username ?? doc.username ?? staged.externalId);
  const failed = (refusal: Refusal) => ({ object, outcome: 'failed' as const, refusal });
  if (doc.username === null) return failed(illegal('The entry has no user name'));
  if (name === null) return failed(illegal('Its user name cannot be used here'));
  if (staged.twice) return failed(twice);
  const to = name as Localpart;
  const refusal = refusalOf(doc, [to, ...(here ? [here.username] : [])], context);
  if (refusal !== null) return failed(refusal);
  const moves = here?.username !== to;
  const way = moves ? wayTo(holder, source, settings, userExists, here === null) : 'free';
  if (typeof way === 'object') return failed(way);
  const aside = way === 'aside' ? asideOf(holder!) : null;
  if (aside !== null && refusalOf(holder!.becomes!.doc, [to, aside.to], context) !== null) {
    return failed(ofAnother);
  }
  const managed = managedOf(staged, context);
  const kept = way === 'link' ? null : here;
  const newName = valueOf(doc.name, kept?.name, kept?.fields.includes('name'));
  const email = valueOf(doc.email, kept?.email, kept?.fields.includes('email'));
  const properties = changedProperties(staged);
  const vcard = vcardTo(staged, context);
  const lockout = lockoutOf(staged, context);
  const isBack = here !== null && here.goneSince !== null;
  const changed = [
    ...(moves && here !== null ? ['username'] : []),
    ...(newName === undefined ? [] : ['name']),
    ...(email === undefined ? [] : ['email']),
    ...(properties.size === 0 ? [] : ['properties']),
    ...(vcard === null ? [] : ['vcard']),
  ];
  const isOther = here === null || differs(here, managed);
  const work: PersonWork = {
    ...{
      current: here?.username ?? null,
      to,
      links: way === 'link',
      name: newName,
      email,
      properties,
    },
    ...{ vcard, aside, managed: isOther ? managed : null, lockout, isBack },
  };
  const outcome = outcomeOf(
    here === null ? (way === 'link' ? 'updated' : 'created') : null,
    moves ? 'renamed' : null,
    lockout === 'end' ? 'unlocked' : lockout && 'locked',
    changed.length > 0 || isOther || isBack ? 'updated' : null,
  );
  if (outcome === null) return { object, outcome: 'unchanged' };
  const was = moves ? (here?.username ?? null) : null;
  return { object, outcome, changed, was, work };
}

/** Why an entry cannot have these names, before and after. */
function refusalOf(
  { name, email, properties }: DirectoryPerson,
  names: readonly Localpart[],
  { settings, isAdministrator }: PlanContext,
): Refusal | null {
  const texts = [name ?? '', email ?? '', ...Object.entries(properties).flat()];
  if (texts.some((text) => NOT_XML.test(text))) {
    return illegal('The entry has a character that is not allowed');
  }
  return !settings.administrators && names.some(isAdministrator) ? ofAdministrator : null;
}

const asideOf = ({ externalId, becomes, aside }: Holder): PersonWork['aside'] => ({
  externalId: externalId!,
  meanwhile: aside,
  to: becomes!.name,
});

/** What becomes of somebody whom the directory no longer has. */
export function planGone(
  { name, goneSince }: Pick<GoneObject, 'name' | 'goneSince'>,
  { settings, now, isAdministrator }: PlanContext,
): Plan<'lock' | 'remove'> {
  const object = objectPath('users', name);
  const { missing, deleteAfterDays, administrators } = settings;
  if (missing === 'keep') return { object, outcome: 'unchanged' };
  if (!administrators && isAdministrator(name as Localpart)) {
    return { object, outcome: 'failed', refusal: ofAdministrator };
  }
  if (goneSince === null) {
    return { object, outcome: 'locked', changed: [], was: null, work: 'lock' };
  }
  const isOver = now.getTime() - goneSince.getTime() >= deleteAfterDays * DAY_MS;
  if (missing === 'lock' || !isOver) return { object, outcome: 'unchanged' };
  return { object, outcome: 'removed', changed: [], was: null, work: 'remove' };
}

function managedOf(
  { doc, externalId }: StagedPerson,
  { source, settings }: PlanContext,
): ManagedUser {
  return {
    source,
    externalId,
    fields: {
      name: doc.name !== null,
      email: doc.email !== null,
      password: settings.logins === 'bind',
      properties: Object.keys(doc.properties).sort(),
    },
  };
}

function differs(
  { fields, keys }: { readonly fields: readonly string[]; readonly keys: readonly string[] },
  { fields: { properties, ...flags } }: ManagedUser,
): boolean {
  const wanted = Object.entries(flags).flatMap(([field, isManaged]) => (isManaged ? [field] : []));
  const isSame = (one: readonly string[], other: readonly string[]) =>
    one.length === other.length && one.every((text) => other.includes(text));
  return !isSame(fields, wanted) || !isSame(keys, properties);
}

/** @returns undefined where it stays */
function valueOf(
  there: string | null,
  here: string | null | undefined,
  wasManaged: boolean | undefined,
): string | null | undefined {
  const value = there === null || there.trim() === '' ? null : there;
  if (value === (here ?? null)) return undefined;
  return value === null && !wasManaged ? undefined : value;
}

function changedProperties({ doc, here }: StagedPerson): ReadonlyMap<string, string | null> {
  const now = new Map(here?.properties.map(({ key, value }) => [key, value]));
  const changed = new Map<string, string | null>();
  for (const [key, value] of Object.entries(doc.properties)) {
    if (now.get(key) !== value) changed.set(key, value);
  }
  for (const key of here?.keys ?? []) {
    if (!Object.hasOwn(doc.properties, key) && now.has(key)) changed.set(key, null);
  }
  return changed;
}

function vcardTo(
  { doc, vcard }: StagedPerson,
  { settings, vcardOf }: PlanContext,
): PersonWork['vcard'] {
  if (doc.card === null || (settings.vcard === 'initial' && vcard !== null)) return null;
  const written = vcardOf(doc.card);
  return written === null || written.digest === vcard ? null : written.xml;
}

function lockoutOf(
  { doc, here }: StagedPerson,
  { source, now }: PlanContext,
): PersonWork['lockout'] {
  const held = here?.lockout ?? null;
  const isOwn = held?.author === source;
  const from = doc.disabled ? null : doc.disabledFrom;
  if (!doc.disabled && from === null) return isOwn ? 'end' : null;
  const wanted: LockoutDraft = { reason: LOCKOUT_REASON, ...(from !== null && { from }) };
  if (held === null) return wanted;
  if (!isOwn) return null;
  const isLater = from !== null && from > now;
  const fits = isLater ? held.from.getTime() === from.getTime() : held.from <= now;
  return fits && held.until === null ? null : wanted;
}
