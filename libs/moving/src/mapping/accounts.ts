import type { Localpart } from '@chat-admin/domain/shared/jid';
import type { Values } from '@chat-admin/domain/shared/fields';
import { isLabel } from '@chat-admin/domain/system/administrators';
import { userProperties, MAX_KEY_LENGTH, USER_FIELDS } from '@chat-admin/domain/users/user';
import type { UserProperty } from '@chat-admin/domain/users/user';
import { isLonger } from '@chat-admin/domain/shared/domain-error';
import type { AccountRow, FlagColumns } from '../rows.js';
import type { MappingContext } from './context.js';
import { dropped, moved, note } from './outcome.js';
import type { Note, Outcome } from './outcome.js';
import {
  cleanText,
  cutText,
  dateOf,
  millisecondsOf,
  optionalDate,
  optionalText,
} from './values.js';

export interface MovedLockout {
  readonly startsAt: Date;
  /** null: without end */
  readonly endsAt: Date | null;
}

/** An account without its credentials, which `movedCredentials` tells. */
export interface MovedAccount extends Values<typeof USER_FIELDS> {
  readonly username: Localpart;
  readonly properties: readonly UserProperty[];
  readonly createdAt: Date;
  readonly lastSeen: Date | null;
  readonly lockout: MovedLockout | null;
}

const LOCKOUT = 'lockout';

/** Moving in: 4, 5.1 */
export function movedAccount(
  row: AccountRow,
  { accounts, now }: Pick<MappingContext, 'accounts' | 'now'>,
): Outcome<MovedAccount> {
  const here = accounts.of(row.username);
  const aboutName = accounts.noteFor(row.username);
  if (row.user === null) {
    return dropped(note('reference-missing', 'there is no account of this name'));
  }
  if (here === null)
    return dropped(aboutName ?? note('name-invalid', 'no account can have this name'));
  const notes: Note[] = aboutName === null ? [] : [aboutName];
  if (isLabel(here)) {
    notes.push(
      note(
        'name-reserved',
        'the audit log calls others so, too; it tells them apart by their kind',
      ),
    );
  }
  const text = (value: string | null, field: keyof typeof USER_FIELDS) =>
    cutText(
      optionalText(value, notes, field, { blank: true }),
      USER_FIELDS[field].limit!,
      notes,
      field,
    );
  const createdAt = dateOf(row.user.creationDate, notes, 'creationDate');
  return moved(
    {
      username: here as Localpart,
      name: text(row.user.name, 'name'),
      email: text(row.user.email, 'email'),
      properties: movedProperties(row, notes),
      createdAt,
      lastSeen: optionalDate(row.presence?.offlineDate ?? null, notes, 'offlineDate'),
      lockout: movedLockout(row.flags, createdAt, now, notes),
    },
    notes,
  );
}

function movedProperties({ properties }: AccountRow, notes: Note[]): readonly UserProperty[] {
  const kept: UserProperty[] = [];
  for (const { name, propValue } of properties) {
    const key = cleanText(name, notes, 'property');
    if (key === '' || isLonger(key, MAX_KEY_LENGTH)) {
      notes.push(note('property-dropped', 'its key is empty or too long', key.slice(0, 40)));
    } else {
      kept.push({ key, value: cleanText(propValue ?? '', notes, key) });
    }
  }
  return userProperties(kept) ?? [];
}

/** One that has ended counts as none. A missing start is that of the account. */
function movedLockout(
  flags: readonly FlagColumns[],
  createdAt: Date,
  now: Date,
  notes: Note[],
): MovedLockout | null {
  let lockout: MovedLockout | null = null;
  for (const { name, startTime, endTime } of flags) {
    if (name !== LOCKOUT) {
      notes.push(note('flag-dropped', 'there is no such flag here', name));
      continue;
    }
    const startsAt = startTime?.trim() ? dateOf(startTime, notes, 'startTime') : createdAt;
    const end = millisecondsOf(endTime);
    const endsAt = endTime?.trim() && end !== null ? optionalDate(endTime, notes, 'endTime') : null;
    if (endsAt !== null && (endsAt <= now || endsAt <= startsAt)) {
      notes.push(note('flag-dropped', 'a lockout that has ended', name));
    } else {
      lockout = { startsAt, endsAt };
    }
  }
  return lockout;
}
