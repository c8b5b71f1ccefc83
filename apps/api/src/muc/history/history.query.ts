import {
  extraMessageFields,
  messagesDoc,
  TOMBSTONE_FIELDS,
} from '@chat-admin/codecs/muc/rooms/occupants.doc';
import { invalidParameter } from '@chat-admin/codecs/errors/wire-errors';
import { shownValue } from '@chat-admin/domain/shared/shown-value';
import { FieldChoice } from '@chat-admin/codecs/wire/chosen-fields';
import { DATES_ALLOWED, readDate } from '@chat-admin/codecs/wire/dates';
import type {
  HistoryBound,
  HistoryFilter,
  HistoryRange,
} from '@chat-admin/domain/muc/history/room-history';
import type { HistoryNeighbours } from '@chat-admin/domain/muc/history/conversation';
import { parseBareJid } from '@chat-admin/domain/shared/jid';
import { jidFault } from '@chat-admin/domain/shared/jid-faults';
import { AN_INTEGER } from '@chat-admin/domain/shared/words';
import { IsInt, IsOptional } from 'class-validator';
import { A_PLACE, listDigest, readCursor, writeCursor } from '../../http/cursor.js';
import { chosenFields } from '../../http/lists.js';
import { AsInteger, readQuery } from '../../http/queries.js';
import type { Query } from '../../http/query-string.js';

const KINDS = { value: { perSecond: 1000 }, key: 'number' } as const;

/** Longer parts are written while they are read. */
const MOST_OF_A_PAGE = 1000;

export const messageFields = new FieldChoice(messagesDoc.item, extraMessageFields);

class HistoryLimit {
  @AsInteger()
  @IsOptional()
  @IsInt({ message: AN_INTEGER })
  limit: number | null = null;
}

/** What is asked of a conversation. Contract: muc-and-legacy 8.3, extensions E1.2 */
export class HistoryRequest {
  readonly range: Omit<HistoryRange, 'limit'> & { readonly limit: number | null };
  readonly filter: HistoryFilter;
  readonly fields: readonly string[] | null;
  private readonly digest: string;

  /** @throws WireFault naming the first invalid parameter */
  constructor(
    private readonly path: string,
    private readonly address: string,
    query: Query,
  ) {
    const { limit } = readQuery(HistoryLimit, query);
    const { search, sender } = query;
    this.fields = chosenFields(query, messageFields);
    const isFilter = { search: search || null, sender: sender ? readSender(sender) : null };
    const withRetracted = this.fields?.some((field) => TOMBSTONE_FIELDS.includes(field)) ?? false;
    this.filter = withRetracted ? { ...isFilter, withRetracted } : isFilter;
    this.digest = listDigest(path, [this.filter, query['servicename'] || null]);
    this.range = { limit, before: this.bound('before', query), after: this.bound('after', query) };
  }

  /** The part that is asked for, if it is answered with links to its neighbours. */
  get linkedRange(): HistoryRange | null {
    const { limit } = this.range;
    return limit !== null && limit > 0 ? { ...this.range, limit } : null;
  }

  /** Whether it is written as a whole. */
  get isShort(): boolean {
    const { limit } = this.range;
    return limit !== null && limit <= MOST_OF_A_PAGE;
  }

  links({ older, newer }: HistoryNeighbours): Record<string, string> {
    const links = [
      ...(older === null ? [] : [this.link('prev', 'before', older)]),
      ...(newer === null ? [] : [this.link('next', 'after', newer)]),
    ];
    return links.length === 0 ? {} : { Link: links.join(', ') };
  }

  private link(relation: string, name: 'before' | 'after', { at, id }: HistoryBound): string {
    const parameters = new URLSearchParams(this.address.split('?').slice(1).join('?'));
    for (const bound of ['before', 'after']) parameters.delete(bound);
    parameters.set(name, writeCursor({ value: String(at.getTime()), key: id! }, this.digest));
    return `<${this.path}?${parameters.toString()}>; rel="${relation}"`;
  }

  /** A date, or the position of a message. */
  private bound(name: 'before' | 'after', query: Query): HistoryBound | null {
    const text = query[name];
    if (!text) return null;
    const cursor = readCursor(text, this.digest, KINDS);
    if (cursor !== null) {
      return { at: new Date(Number(cursor.value)), id: cursor.key };
    }
    const at = readDate(text.trim());
    if (at === null)
      throw invalidParameter(name, shownValue(text), `${DATES_ALLOWED}, or ${A_PLACE}`);
    return { at, id: null };
  }
}

function readSender(text: string) {
  const jid = text.includes('/') ? null : parseBareJid(text);
  if (jid === null) {
    const detail = text.includes('/') ? 'a JID without a resource' : jidFault(text);
    throw invalidParameter('sender', shownValue(text), detail);
  }
  return jid;
}
