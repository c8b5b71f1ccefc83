import { isGroupName } from '../groups/group.js';
import type { Localpart } from '../shared/jid.js';
import { NOT_XML } from '../shared/texts.js';
import { escapedUsername } from '../users/escaped-username.js';
import type { Holder, RunOutcome } from './directory-run.js';
import type { DirectorySettings } from './directory-settings.js';
import type { DirectoryCard, DirectoryEntry } from './directory-source.js';

export interface Refusal {
  readonly exception: string;
  readonly message: string;
}

export const illegal = (message: string): Refusal => ({
  exception: 'IllegalArgumentException',
  message,
});
export const twice = illegal('The directory has this name twice');
export const ofAnother = illegal('Another entry of the directory has this name here');
const ofGone = illegal('The name belongs to somebody who is gone');

/** What a run does with an entry, and what that is called in its results. */
export type Plan<W> =
  | { readonly object: string; readonly outcome: 'unchanged' }
  | { readonly object: string; readonly outcome: 'failed'; readonly refusal: Refusal }
  | {
      readonly object: string;
      readonly outcome: Exclude<RunOutcome, 'failed'>;
      readonly changed: readonly string[];
      /** the name that it leaves */
      readonly was: string | null;
      readonly work: W;
    };

export interface PlanContext {
  /** such as `directory:main` */
  readonly source: string;
  readonly settings: DirectorySettings;
  readonly now: Date;
  readonly isAdministrator: (name: Localpart) => boolean;
  readonly vcardOf: WriteVcard;
}

export interface WrittenVcard {
  readonly xml: string;
  /** SHA-256 in hex of the text */
  readonly digest: string;
}

/** @returns null where the directory has nothing for a vCard */
export type WriteVcard = (card: DirectoryCard) => WrittenVcard | null;

/** What an entry would be called here; null: it cannot be. */
export function nameHere(entry: DirectoryEntry): string | null {
  if (entry.kind === 'person') {
    return entry.username === null ? null : escapedUsername(entry.username, 'stored');
  }
  const { name } = entry;
  return name !== null && isGroupName(name) && !NOT_XML.test(name) ? name : null;
}

export const outcomeOf = (...outcomes: readonly (Exclude<RunOutcome, 'failed'> | null)[]) =>
  outcomes.find((one) => one !== null) ?? null;

/** How an object gets a name. */
export function wayTo(
  holder: Holder | null,
  source: string,
  settings: DirectorySettings,
  exists: Refusal,
  isNew: boolean,
): 'free' | 'link' | 'aside' | Refusal {
  if (holder === null) return 'free';
  if (holder.source === null) return settings.onConflict === 'link' && isNew ? 'link' : exists;
  if (holder.source !== source) return exists;
  if (holder.becomes !== null) return 'aside';
  return holder.gone ? ofGone : ofAnother;
}
