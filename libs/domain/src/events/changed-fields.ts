/** In the order in which documents have them. */
const ORDER = [
  ...['username', 'name', 'email', 'properties', 'url', 'types', 'naturalName', 'description'],
  ...['password', 'subject', 'shared', 'hidden', 'historyMaxNumber', 'creationDate', 'maxUsers'],
  ...['persistent', 'publicRoom', 'registrationEnabled', 'canAnyoneDiscoverJID'],
  ...['canOccupantsChangeSubject', 'canOccupantsInvite', 'canChangeNickname', 'logEnabled'],
  ...['loginRestrictedToNickname', 'membersOnly', 'moderated', 'broadcastPresenceRoles', 'allowPM'],
  ...['scopes', 'allowedAddresses', 'rateLimit', 'expires', 'reason', 'from', 'until'],
  ...['status', 'value'],
];

const OTHERWISE: Readonly<Record<string, string>> = {
  can_anyone_discover_jid: 'canAnyoneDiscoverJID',
  allow_pm: 'allowPM',
  expires_at: 'expires',
  starts_at: 'from',
  ends_at: 'until',
};

/** The fields that are kept in columns, as documents name and order them. */
export function fieldsOfColumns(columns: readonly string[]): readonly string[] {
  return columns
    .map(
      (column) =>
        OTHERWISE[column] ?? column.replace(/_(\w)/g, (_, one: string) => one.toUpperCase()),
    )
    .sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
}
