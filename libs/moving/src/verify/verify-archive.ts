import { movedArchived } from '../mapping/archive.js';
import type { MappingContext } from '../mapping/context.js';
import type { Source } from '../source.js';
import { isKept } from '../target/kept.js';
import type { Target } from '../target/target.js';
import type { Difference, LinesVerified } from './difference.js';
import { SampledEdges } from './sampled-edges.js';
import { SAMPLES } from './sampling.js';

const EDGE = 20;

interface Line {
  readonly contact: string;
  readonly stanza: string;
  readonly sentAt: Date;
}

/** Counts of all archives, and the first and last messages of some as the chat server reads them. */
export async function verifyArchive(
  source: Source,
  target: Target,
  context: MappingContext,
  { samples = SAMPLES }: { readonly samples?: number },
): Promise<LinesVerified> {
  const messages = new Map<string, number>();
  const sampled = new SampledEdges<Line>(EDGE, shown, samples);
  for await (const row of source.rows('archive')) {
    const { value } = movedArchived(row, context);
    for (const { user, contact } of value?.sides ?? []) {
      messages.set(user, (messages.get(user) ?? 0) + 1);
      sampled.remember(user, { contact, stanza: value!.stanza, sentAt: value!.sentAt });
    }
  }
  const counted = await target.query<{ username: string; lines: number; others: boolean }>(
    `select account.username, count(line.id) filter (where line.id > archive_above)::integer as lines,
       coalesce(bool_or(line.id <= archive_above), false) as others
     from moving.run, account left join message_archive archive using (username)
       left join archived_message line on line.archive_id = archive.id
     where account.username = any ($1) and not ${isKept('accounts', 'account.username')} group by account.username order by account.username`,
    [[...messages.keys()]],
  );
  const differences: Difference[] = [];
  let looked = 0;
  const add = (name: string, field: string) => differences.push({ kind: 'archive', name, field });
  for (const { username, lines, others } of counted) {
    const expected = messages.get(username)!;
    if (lines < expected) add(username, `${expected} messages, here ${lines}`);
    const limit = sampled.lengthOf(username);
    // the source may have forgotten some by their age
    if (limit === 0 || others || lines > expected) continue;
    looked += 1;
    for (const edge of ['first', 'last'] as const) {
      const [row] = await target.query<{ page: { items: Line[] } | null }>(
        'select engine.archived_messages($1, $2) as page',
        [username, { limit, reverse: edge === 'last' }],
      );
      if (!sampled.isEdge(username, edge, (row?.page?.items ?? []).map(shown))) {
        add(username, `its ${edge} messages`);
      }
    }
  }
  return { differences, samples: looked };
}

const shown = ({ contact, stanza }: Line): unknown => [contact, stanza];
