import { InvalidArgument, invalidValue, requireLength } from '../shared/domain-error.js';
import { changesOf, fieldsThatDiffer, requireLimits, shownOf, valuesOf } from '../shared/fields.js';
import type { Localpart } from '../shared/jid.js';
import { requireAtMost } from '../shared/limits.js';
import type { PatchedEntries } from '../shared/patch.js';
import { shownValue } from '../shared/shown-value.js';
import { MAX_PASSWORD_BYTES, preparedPassword } from './password.js';
import { PasswordMissing } from './errors.js';
import {
  MAX_KEY_LENGTH,
  MOST_PROPERTIES,
  USER_FIELDS,
  USER_SHOWN,
  username,
  usernameFault,
  userProperties,
} from './user.js';
import type { User, UserChange, UserDraft, UserPatch, UserProperty } from './user.js';

/** A requested user, validated, with the password after SASLprep. */
export interface CheckedDraft {
  readonly user: User;
  readonly password: string;
  /** the user name as received, for errors */
  readonly sent: string;
}

/**
 * All checks of a new user that need no database.
 * @throws InvalidArgument, PasswordMissing. Contract: core 3.3, checks 1 to 4, and 1.11
 */
export function checkNewUser(draft: UserDraft | null): CheckedDraft {
  if (draft === null || !draft.username) throw usernameRefused('');
  const sent = draft.username;
  if (!draft.password) throw new PasswordMissing(sent);
  const prepared = newUsername(sent);
  const properties = checkProperties(draft.properties ?? [], 'new-user-property-incomplete', sent);
  requireLimits(USER_FIELDS, draft);
  return {
    user: { username: prepared, ...valuesOf(USER_FIELDS, draft), properties },
    password: checkPassword(draft.password),
    sent,
  };
}

/** A requested update. `rename`: `null` if the name stays. */
export interface CheckedUpdate {
  readonly rename: { readonly to: Localpart; readonly sent: string } | null;
  readonly password: string | null;
  readonly change: UserChange;
}

/** Whether the body names another user than the path. Contract: core 3.4, check 1 */
export function asksForRename(
  current: Localpart | null,
  draft: Pick<UserPatch, 'username'> | null,
): boolean {
  return draft?.username != null && username(draft.username) !== current;
}

/** @throws InvalidArgument. Contract: core 3.4, checks 3 to 5, and 3.5 */
export function checkUpdate(
  current: Localpart,
  path: string,
  draft: UserDraft | CheckablePatch,
): CheckedUpdate {
  const renames = asksForRename(current, draft);
  const to = renames ? newUsername(draft.username!) : current;
  if (draft.password === '') {
    const detail = 'leave it out to keep the password';
    throw new InvalidArgument('password-empty', { resource: path, detail });
  }
  const properties =
    draft.properties && checkProperties(draft.properties, 'user-property-incomplete', path);
  requireLimits(USER_FIELDS, draft);
  return {
    rename: renames ? { to, sent: draft.username! } : null,
    password: draft.password === undefined ? null : checkPassword(draft.password),
    change: { ...changesOf(USER_FIELDS, draft), properties },
  };
}

type CheckablePatch = Omit<UserDraft, keyof typeof USER_FIELDS> &
  Pick<UserPatch, keyof typeof USER_FIELDS>;

/** The update that a patch means. @throws InvalidArgument, TooManyParts. Contract: extensions E3 */
export function checkPatch(before: User, path: string, patch: UserPatch): CheckedUpdate {
  return checkUpdate(before.username, path, {
    ...patch,
    username: patch.username ?? undefined,
    password: patch.password ?? undefined,
    properties: patchedProperties(before.properties, patch.properties),
  });
}

/** The user after an update. */
export function updatedUser(before: User, { rename, change }: CheckedUpdate): User {
  const changed = Object.entries(change).filter(([, value]) => value !== undefined);
  const after: User = { ...before, ...Object.fromEntries(changed) };
  return { ...after, username: rename?.to ?? before.username };
}

function patchedProperties(
  before: readonly UserProperty[],
  patch: UserPatch['properties'],
): UserDraft['properties'] {
  if (!isEntries(patch)) return patch === null ? [] : patch;
  const byKey = new Map<string, string>(before.map(({ key, value }) => [key, value]));
  for (const [key, value] of patch) {
    if (value === null) byKey.delete(key);
    else byKey.set(key, value);
  }
  requireAtMost(MOST_PROPERTIES, byKey.size);
  return Array.from(byKey, ([key, value]) => ({ key, value }));
}

function isEntries(patch: UserPatch['properties']): patch is PatchedEntries {
  return patch instanceof Map;
}

/** In the order of documents; a password that is set counts as changed. */
export function changedFields(
  before: User,
  { password, change }: CheckedUpdate,
): readonly string[] {
  const fields = shownOf(USER_SHOWN, fieldsThatDiffer(before, change));
  return password === null ? fields : ['password', ...fields];
}

function newUsername(sent: string): Localpart {
  const prepared = username(sent, 'stored');
  if (prepared === null) throw usernameRefused(sent);
  return prepared;
}

function usernameRefused(sent: string): InvalidArgument {
  return new InvalidArgument('invalid-username', {
    resource: sent === '' ? 'users' : sent,
    detail:
      sent === ''
        ? 'user name missing'
        : `not a user name: ${shownValue(sent)}: ${usernameFault(sent)}`,
  });
}

/** Of the first property that lacks something; values are not told. */
function incompleteIn(draft: readonly Partial<UserProperty>[]): string {
  const faulty = draft.find(({ key, value }) => !key || value === undefined);
  return faulty?.key ? `value missing: ${shownValue(faulty.key)}` : 'key missing';
}

function checkProperties(
  draft: readonly Partial<UserProperty>[],
  refusal: 'new-user-property-incomplete' | 'user-property-incomplete',
  resource: string,
): readonly UserProperty[] {
  const properties = userProperties(draft);
  if (properties === null) {
    throw new InvalidArgument(refusal, { resource, detail: incompleteIn(draft) });
  }
  for (const { key } of properties) requireLength('key', key, MAX_KEY_LENGTH);
  return properties;
}

/** @throws InvalidArgument, not quoting the password */
function checkPassword(password: string): string {
  const prepared = preparedPassword(password);
  if (prepared === null) {
    const allowed = `at most ${MAX_PASSWORD_BYTES} bytes, and no sign that SASLprep (RFC 4013) forbids`;
    throw invalidValue('password', null, allowed);
  }
  return prepared;
}
