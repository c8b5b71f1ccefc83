import { sayIfKnown } from '../texts/texts';

/**
 * Sentences of the service that say more than their exception, by the texts that say the same: `errors.said.<name>`.
 * `…` is a value. Those that mean something else with another exception have theirs in front.
 */
const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  scope: ['The scope … is needed'],
  self: ['You cannot do this to yourself'],
  lastAdministrator: ['This is the last administrator'],
  protected: ['This property cannot be changed through the API'],
  strongerKey: ['The key would be stronger than its maker'],
  weakerWebhook: ['The webhook would be weaker than its maker'],
  notTheMaker: ['Only the maker of the job may fetch its …'],
  tooManyKeys: ['NotAllowedException: Could not create the key'],
  tooManyWebhooks: ['NotAllowedException: Could not create the webhook'],
  tooManyJobs: ['NotAllowedException: Could not create the job'],
  jobUnfinished: ['The job is not finished', 'NotAllowedException: Could not delete the job'],
  webhookDisabled: ['The webhook is disabled'],
  tooManyProperties: ['NotAllowedException: Could not create the property'],
  tooManyServices: ['NotAllowedException: Could not create the chat service'],
  hasRooms: ['NotAllowedException: Could not delete the chat service'],
  roleFixed: ['Could not change the role'],
  chatServerAway: ['The chat server cannot be reached'],
  databaseAway: ['The database cannot be reached'],
  issuerAway: ['The token issuer cannot be reached'],
  tooSlow: ['The list takes too long, narrow the filter'],
  busy: ['Too many lists are being read', 'Too much work is waiting, try again later'],
  invalidValue: ['Invalid value for …'],
  unknownMember: ['Unknown member: …'],
  noAddress: [
    ...['Cannot parse a admin value as a JID: …', 'Cannot parse a member value as a JID: …'],
    'Unable to parse value as jid: …',
  ],
  incompleteProperty: [
    'Could not create new user, because a property has no key or no value',
    'Could not update the user, because a property has no key or no value',
  ],
  emptyPassword: ['Could not update the user, because the password is empty'],
  endBeforeStart: ['Could not lock the user, because the end is not after the start'],
  unreadableCard: ['Could not parse the provided data as a vCard'],
  tooManyReceivers: ['Could not send the message, because the group has more than … people'],
  unrelatedProperties: [
    'Could not delete the property, because the deletion could also delete unrelated properties',
  ],
  propertyName: ['Invalid property name'],
  foreign: ['This service cannot be used for non-local users.'],
  notMember: ['Could not find group member'],
  unreadable: [
    ...['Could not read the table: …', 'Could not read the line: …'],
    'Could not read the request body: …',
  ],
  rightsEnded: ['The rights of … have ended'],
};
/** The value of these is a reason, in English. */
const WITH_REASON: ReadonlySet<string> = new Set(['unreadable']);

function patternOf(sentence: string): RegExp {
  const exception = /^\w+Exception: /.test(sentence) ? '' : '\\w*: ';
  const text = sentence.replaceAll(/[.()]/g, '\\$&').replace('…', '([^]*)');
  return new RegExp(`^${exception}${text}$`);
}

const PATTERNS = Object.entries(SENTENCES).flatMap(([name, sentences]) =>
  sentences.map((sentence) => ({ name, pattern: patternOf(sentence) })),
);

/** A sentence of the service in the language of the page. @returns null: no text says the same */
export function refusalSaid(
  exception: string,
  sentence: string,
  resource: string,
): { readonly text: string; readonly english: string | null } | null {
  for (const { name, pattern } of PATTERNS) {
    const found = pattern.exec(`${exception}: ${sentence}`);
    if (found === null) continue;
    const value = found[1] ?? '';
    const text = sayIfKnown(`errors.said.${name}`, { resource, value });
    return text === null ? null : { text, english: WITH_REASON.has(name) ? value : null };
  }
  return null;
}
