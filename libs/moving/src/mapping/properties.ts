import { knownProperties, systemProperty } from '@chat-admin/domain/system/system-properties';
import type { OpenfireKeys } from '../passwords/openfire-keys.js';
import type { PropertyRow } from '../rows.js';
import type { MovedJids } from './jids.js';
import { note } from './outcome.js';
import type { Note } from './outcome.js';
import { cleanText } from './values.js';

export interface PropertySettings {
  readonly keys: OpenfireKeys;
  readonly jids: MovedJids;
  /** starts of names that are moved as well */
  readonly prefixes: readonly string[];
  /** lists in openfire.xml, where old versions keep them */
  readonly administrators: readonly string[];
}

export interface MovedProperties {
  readonly values: ReadonlyMap<string, string>;
  /** by the name in the source */
  readonly notes: readonly { readonly name: string; readonly note: Note }[];
}

const ADMINISTRATORS = systemProperty.administrators.key;
const OLD_ADMINISTRATORS = ['admin.authorizedUsernames', 'adminConsole.authorizedUsernames'];
const AUTHENTICATION = systemProperty.apiAuthentication.key;
/** what an absent property means in Openfire */
const THEIR_AUTHENTICATION = 'basic';
const REST = 'plugin.restapi.';
const STARTS = [REST, 'plugin.userservice.'];

/** By the start of names that only a server with such scripts has: what they need here. Each is explained in docs/moving-from-openfire.md */
const PROPOSALS = {
  [REST]: `scripts that read JSON as before plugin 1.3 need ${systemProperty.apiJsonNames.key} = both, those that come with the secret beside others with Basic ${AUTHENTICATION} = both, health checks without credentials API_OPEN_HEALTH_CHECKS=true`,
  'plugin.presence.': `pages that show who is online need ${systemProperty.presenceEnabled.key} = true, and ${systemProperty.presencePublic.key} as it is there`,
};

/** The value of one property in clear; `null`: it cannot be decrypted. */
export function clearValue(row: PropertyRow, keys: OpenfireKeys): string | null {
  const value = row.propValue ?? '';
  return keys.isEncrypted(row.name, row.encrypted) ? keys.property(value, row.iv) : value;
}

/** All of them at once: administrators stand in several. Moving in: 4, 5.7 */
export function movedProperties(
  rows: readonly PropertyRow[],
  { keys, jids, prefixes, administrators: inFile }: PropertySettings,
): MovedProperties {
  const known = new Set(knownProperties.filter(({ fixed }) => !fixed).map(({ key }) => key));
  const values = new Map<string, string>();
  const notes: { name: string; note: Note }[] = [];
  const administrators: string[] = [];
  for (const row of rows) {
    const { name } = row;
    const add = (one: Note) => notes.push({ name, note: one });
    const lists = name === ADMINISTRATORS || OLD_ADMINISTRATORS.includes(name);
    const isKnown = known.has(name) && STARTS.some((start) => name.startsWith(start));
    const isAsked =
      prefixes.some((prefix) => name.startsWith(prefix)) && name !== systemProperty.domain.key;
    if (!lists && !isKnown && !isAsked) {
      add(note('property-dropped', 'it has no meaning here'));
      continue;
    }
    const value = clearValue(row, keys);
    if (value === null) {
      add(note('property-undecryptable', 'no key of this server decrypts it'));
      continue;
    }
    const own: Note[] = [];
    const clean = cleanText(value, own, 'propValue');
    own.forEach(add);
    if (lists) administrators.push(...administratorsIn(clean, jids, add));
    else values.set(name, clean);
  }
  for (const listed of inFile) {
    const add = (one: Note) => notes.push({ name: ADMINISTRATORS, note: one });
    administrators.push(...administratorsIn(listed, jids, add));
  }
  if (administrators.length > 0) values.set(ADMINISTRATORS, [...new Set(administrators)].join(','));
  const names = rows.map(({ name }) => name).sort();
  for (const [start, text] of Object.entries(PROPOSALS)) {
    const name = names.find((one) => one.startsWith(start));
    if (name !== undefined) notes.push({ name, note: note('property-proposed', text) });
  }
  const hasRest = rows.some(({ name }) => name.startsWith(REST));
  if (hasRest && !values.has(AUTHENTICATION)) values.set(AUTHENTICATION, THEIR_AUTHENTICATION);
  return { values, notes };
}

function administratorsIn(
  listed: string,
  jids: MovedJids,
  add: (note: Note) => void,
): readonly string[] {
  return listed
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .flatMap((entry) => {
      const jid = jids.member(entry);
      if (jid === null) add(note('jid-invalid', 'an entry that is no JID'));
      return jid === null ? [] : [jid];
    });
}
