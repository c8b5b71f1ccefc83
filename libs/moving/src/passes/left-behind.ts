import { entitiesOf } from '../entities/entities.js';
import type { KeyedKind } from '../entities/entities.js';
import type { MappingContext } from '../mapping/context.js';
import { shown } from '../mapping/groups.js';
import type { Kind } from '../rows.js';
import type { ReportCode, ReportEntry } from '../report.js';
import type { Source } from '../source.js';
import type { Finding } from '../target/finding.js';

const SHOWN = 10;

/** What has a name or an address that nothing here can have. */
const LEFT: readonly (readonly [
  kind: Exclude<KeyedKind, 'properties'>,
  codes: readonly ReportCode[],
  what: string,
])[] = [
  ['accounts', ['name-invalid', 'name-twice'], 'accounts'],
  ['groups', ['name-invalid'], 'groups'],
  ['groups', ['jid-invalid'], 'memberships of groups'],
  ['services', ['name-invalid'], 'chat services'],
  ['rooms', ['name-invalid'], 'rooms'],
  ['rooms', ['jid-invalid'], 'memberships of rooms'],
  ['rosters', ['jid-invalid'], 'contacts'],
  ['vcards', ['vcard-too-large'], 'vCards'],
  ['vcards', ['avatar-dropped'], 'avatars'],
];

/** What is wrong with a name, it shows itself. */
const WITHOUT_REASON: ReadonlySet<ReportCode> = new Set(['name-invalid', 'name-twice']);

/** Of groups and services no other name can be given. */
const RENAMED: ReadonlySet<string> = new Set([
  ...['accounts', 'rooms', 'contacts', 'memberships of groups', 'memberships of rooms'],
]);

/** Names what cannot come along, all of it in the report. */
export async function leftBehind(
  source: Source,
  context: MappingContext,
  kinds: ReadonlySet<Kind>,
  report: (entry: ReportEntry) => void,
): Promise<readonly Finding[]> {
  const found = LEFT.map((left) => ({ left, count: 0, names: [] as string[] }));
  for (const kind of new Set(LEFT.map(([one]) => one))) {
    if (!kinds.has(kind) || !(await isReadable(source, kind))) continue;
    const ofKind = found.filter(({ left }) => left[0] === kind);
    for await (const { name, notes } of entitiesOf(kind, source, context, {})) {
      for (const { code, text, field } of notes) {
        const one = ofKind.find(({ left }) => left[1].includes(code));
        if (one === undefined) continue;
        report({ kind, name, code, text, ...(field === undefined ? {} : { field }) });
        one.count += 1;
        if (one.count > SHOWN) continue;
        one.names.push(WITHOUT_REASON.has(code) ? shown(name) : `${shown(name)} (${text})`);
      }
    }
  }
  return found
    .filter(({ count }) => count > 0)
    .map(({ left: [, , what], count, names }) => ({
      ...({ level: 'warning', code: 'left-behind' } as const),
      text: `${count} of the ${what} cannot come along: ${names.join(', ')}${count > SHOWN ? ', …' : ''}: see the report${RENAMED.has(what) ? '; --rename old=new brings them' : ''}`,
    }));
}

/** A running server is asked for the contacts of each person alone, which takes as long as the copy. */
async function isReadable(source: Source, kind: Kind): Promise<boolean> {
  const { kinds, unreadable } = source.facts;
  // vCards get the avatars of PEP
  const isDenied = unreadable.has(kind) || (kind === 'vcards' && unreadable.has('pep'));
  return kinds.has(kind) && !isDenied && !(await source.count(kind)).estimated;
}
