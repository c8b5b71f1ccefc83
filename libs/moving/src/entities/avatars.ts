import { AVATAR_DATA, isAvatarNode, movedPicture } from '../mapping/avatars.js';
import type { Picture } from '../mapping/avatars.js';
import type { MappingContext } from '../mapping/context.js';
import type { Outcome } from '../mapping/outcome.js';
import { ownerOf } from '../mapping/pep.js';
import type { FoundNode } from '../mapping/found-node.js';
import type { VCardRow } from '../rows.js';
import type { Source } from '../source.js';
import { compareTexts, each } from '../sources/cells.js';
import type { Cells } from '../sources/cells.js';
import { Scratch } from '../sources/scratch.js';
import { sorted } from '../sources/sorted.js';
import { nodes } from './pep-nodes.js';

/** A person's vCard, avatar, or both. */
export interface Card {
  readonly username: string;
  readonly row: VCardRow | null;
  readonly avatar: Outcome<Picture> | null;
}

/**
 * vCards with the avatars of their owners, by user name. Avatars are read first, in a pass of their own, and wait in a file: their order is
 * another one, and a source is read by one pass at a time.
 */
export async function* vcardsWithAvatars(
  rows: AsyncIterable<VCardRow>,
  source: Source,
  context: MappingContext,
): AsyncGenerator<Card> {
  const avatars = each(sorted(avatarCells(source, context), [0], new Scratch()));
  try {
    let next = await avatars.next();
    // the first of several spellings of an address counts
    const goOn = async () => {
      const [username] = next.value as Cells;
      do next = await avatars.next();
      while (!next.done && next.value[0] === username);
    };
    const take = (): Card => {
      const [username, avatar] = next.value as Cells;
      return { username: username!, row: null, avatar: JSON.parse(avatar!) as Outcome<Picture> };
    };
    const isBefore = (username: string) =>
      !next.done && compareTexts((next.value as Cells)[0]!, username) < 0;
    for await (const row of rows) {
      for (; isBefore(row.username); await goOn()) yield take();
      const isOwn = !next.done && next.value[0] === row.username;
      yield { username: row.username, row, avatar: isOwn ? take().avatar : null };
      if (isOwn) await goOn();
    }
    for (; !next.done; await goOn()) yield take();
  } finally {
    await avatars.return(undefined);
  }
}

interface AvatarNodes {
  readonly user: string;
  readonly data: FoundNode;
  metadata: FoundNode | null;
}

/** Of each owner that is moved, once for each spelling of the address: the name as the source writes it, what became of the avatar. */
async function* avatarCells(
  source: Source,
  context: MappingContext,
): AsyncGenerator<readonly Cells[]> {
  let last: AvatarNodes | null = null;
  const cells = ({ user, data, metadata }: AvatarNodes): readonly Cells[] => [
    [context.accounts.original(user), JSON.stringify(movedPicture(data, metadata))],
  ];
  for await (const found of nodes(source.rows('pep'))) {
    const { nodeID, node } = found.row;
    if (!isAvatarNode(nodeID) || found.items.length === 0 || (node && node.leaf !== 1)) continue;
    const owner = ownerOf(found.row, context);
    if ('code' in owner) continue;
    if (nodeID !== AVATAR_DATA) {
      if (last?.user === owner.user) last.metadata = found;
      continue;
    }
    if (last !== null) yield cells(last);
    last = { user: owner.user, data: found, metadata: null };
  }
  if (last !== null) yield cells(last);
}
