import { movedArchived } from '../mapping/archive.js';
import { takesOwner } from '../target/kept.js';
import type { Difference, LinesVerifier } from './difference.js';
import { LineSums, millisecondsIn, sumIn } from './line-sums.js';
import { SampledEdges } from './sampled-edges.js';

const EDGE = 20;

interface Line {
  readonly contact: string;
  readonly stanza: string;
  readonly sentAt: Date;
}

const LINE_SUM = sumIn(['contact', 'received::text', 'stanza', millisecondsIn('sent_at')]);

/** Archives of those who take what the source has, by a thousand. */
const COUNTED = `
  select name, lines, sum, others
  from moving.run, (
      select taker as name from unnest($1::text[]) taker where ${takesOwner('taker')}) owner
    left join message_archive archive on archive.username = owner.name,
    lateral (
      select count(*) filter (where id > archive_above)::integer as lines,
        coalesce(bool_or(id <= archive_above), false) as others,
        ${LINE_SUM} as sum
      from archived_message where archive_id = archive.id offset 0) counted
  order by name`;
const AT_ONCE = 1_000;

interface Counted {
  readonly name: string;
  readonly lines: number;
  readonly sum: string;
  readonly others: boolean;
}

/** All archives, and the first and last messages of some as the chat server reads them. */
export const verifyArchive: LinesVerifier<'archive'> = async (
  rows,
  target,
  context,
  { samples, checkpoint },
) => {
  const sums = new LineSums();
  const sampled = new SampledEdges<Line>(EDGE, shown, samples);
  let reported = 0;
  for await (const row of rows) {
    const { value } = movedArchived(row, context);
    if (value === null) reported += 1;
    for (const { user, contact, received } of value?.sides ?? []) {
      const { stanza, sentAt } = value!;
      sums.add(user, [contact, String(received), stanza, String(sentAt.getTime())]);
      sampled.remember(user, { contact, stanza, sentAt });
    }
  }
  const source = sums.lines + reported;
  const differences: Difference[] = [];
  let looked = 0;
  const add = (name: string, field: string) => differences.push({ kind: 'archive', name, field });
  reported += sums.lines;
  const { names } = sums;
  for (let at = 0; at < names.length; at += AT_ONCE) {
    checkpoint?.();
    const some = names.slice(at, at + AT_ONCE);
    for (const { name, lines, sum, others } of await target.query<Counted>(COUNTED, [some])) {
      const expected = sums.of(name);
      reported -= expected.lines;
      if (lines < expected.lines) add(name, `${expected.lines} messages, here ${lines}`);
      // the source may have forgotten some by their age
      if (others || lines > expected.lines) continue;
      if (lines === expected.lines && sum !== expected.sum) add(name, 'its messages');
      const limit = sampled.lengthOf(name);
      if (limit === 0) continue;
      looked += 1;
      for (const edge of ['first', 'last'] as const) {
        const [row] = await target.query<{ page: { items: Item[] } | null }>(
          'select engine.archived_messages($1, $2) as page',
          [name, { limit, reverse: edge === 'last' }],
        );
        if (!sampled.isEdge(name, edge, (row?.page?.items ?? []).map(shownHere))) {
          add(name, `its ${edge} messages`);
        }
      }
    }
  }
  const [row] = await target.query<{ here: number }>(
    `select count(*)::integer as here from archived_message
     where id > (select archive_above from moving.run)`,
  );
  return { differences, source, here: row!.here, reported, samples: looked };
};

interface Item {
  readonly sent_at: number;
  readonly contact: string;
  readonly stanza: string;
}

const shown = ({ contact, stanza, sentAt }: Line): unknown => [
  ...[sentAt.getTime(), contact, stanza],
];

const shownHere = ({ sent_at: seconds, contact, stanza }: Item): unknown => [
  ...[Math.round(seconds * 1000), contact, stanza],
];
