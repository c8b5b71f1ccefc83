/** A message by its number, or someone entering (`+nickname`) or leaving (`-nickname`). */
export type RoomEvent = number | `+${string}` | `-${string}`;

/** What the witness of a room saw, in order. A room shows the same order to everyone. */
export interface RoomRecord {
  readonly room: string;
  readonly events: readonly RoomEvent[];
}

/** A person's stay in a room. */
export interface Visit {
  readonly room: string;
  readonly nickname: string;
  /** numbers of messages, in order */
  readonly heard: readonly number[];
  readonly said: readonly number[];
  /** those of `said` that were answered with an error */
  readonly refused: readonly number[];
  /** `stays`: not yet over; `expelled`: out of the room; `disconnected`: off the server */
  readonly ending: 'stays' | 'expelled' | 'disconnected';
}

export interface Tally {
  said: number;
  /** said, answered with an error, and heard by nobody */
  refused: number;
  /** said by someone who was gone before an answer could arrive, and heard by nobody */
  undecided: number;
  /** said, and heard by nobody without a reason */
  vanished: number;
  /** deliveries that had to take place */
  expected: number;
  delivered: number;
  lost: number;
  duplicated: number;
  /** heard by someone who was not in the room, or refused but heard all the same */
  strange: number;
  /** heard before an earlier message */
  disordered: number;
  /** on their way to someone whose connection the server was closing: only the last ones */
  cutOff: number;
}

export const faultsOf = (tally: Tally): number =>
  tally.vanished + tally.lost + tally.duplicated + tally.strange + tally.disordered;

/**
 * Compares what everyone heard with the records. Everyone has to hear what lies between entering
 * and leaving.
 * @param visits stays of the same person in the same room, in order
 */
export function tally(records: readonly RoomRecord[], visits: readonly Visit[]): Tally {
  const sum: Tally = {
    ...{ said: 0, refused: 0, undecided: 0, vanished: 0 },
    ...{ expected: 0, delivered: 0, lost: 0, duplicated: 0, strange: 0, disordered: 0, cutOff: 0 },
  };
  for (const { room, events } of records) {
    const own = visits.filter((visit) => visit.room === room);
    const known = new Set<RoomEvent>(events);
    for (const visit of own) addSaid(sum, visit, known);
    const counts = new Map<string, number>();
    for (const visit of own) {
      const number = counts.get(visit.nickname) ?? 0;
      counts.set(visit.nickname, number + 1);
      addHeard(sum, visit, messagesDuring(events, visit.nickname, number));
    }
  }
  return sum;
}

function addSaid(sum: Tally, visit: Visit, known: ReadonlySet<RoomEvent>): void {
  const refused = new Set(visit.refused);
  for (const number of visit.said) {
    sum.said += 1;
    if (known.has(number)) sum.strange += refused.has(number) ? 1 : 0;
    else if (refused.has(number)) sum.refused += 1;
    else if (visit.ending === 'stays') sum.vanished += 1;
    else sum.undecided += 1;
  }
}

function addHeard(sum: Tally, visit: Visit, due: readonly number[]): void {
  const { missing, duplicated, strange, disordered } = compare(due, visit.heard);
  let cutOff = 0;
  if (visit.ending === 'disconnected') {
    while (cutOff < missing.size && missing.has(due[due.length - 1 - cutOff]!)) cutOff += 1;
  }
  sum.expected += due.length;
  sum.delivered += visit.heard.length;
  sum.lost += missing.size - cutOff;
  sum.cutOff += cutOff;
  sum.duplicated += duplicated;
  sum.strange += strange;
  sum.disordered += disordered;
}

/** Two sequences of numbers that should be the same one. */
export function compare(due: readonly number[], found: readonly number[]) {
  const places = new Map(due.map((number, index) => [number, index]));
  const missing = new Set(due);
  const result = {
    missing,
    duplicated: due.length - places.size,
    strange: 0,
    disordered: 0,
  };
  let last = -1;
  for (const number of found) {
    const place = places.get(number);
    if (place === undefined) result.strange += 1;
    else if (!missing.delete(number)) result.duplicated += 1;
    else if (place < last) result.disordered += 1;
    else last = place;
  }
  return result;
}

/** @param visit how many visits were before this one */
function messagesDuring(events: readonly RoomEvent[], nickname: string, visit: number): number[] {
  const messages: number[] = [];
  let comings = 0;
  let present = false;
  for (const event of events) {
    if (typeof event === 'number') {
      if (present && comings === visit + 1) messages.push(event);
    } else if (event.slice(1) === nickname) {
      present = event.startsWith('+');
      if (present) comings += 1;
    }
  }
  return messages;
}

export const messagesOf = ({ events }: RoomRecord): number[] =>
  events.filter((event) => typeof event === 'number');
