import { readOptions } from '../src/load/options.js';
import { plan } from '../src/load/plan.js';
import { summary } from '../src/load/statistics.js';
import { compare, faultsOf, type RoomEvent, tally, type Visit } from '../src/load/tally.js';

const ROOM = 'lobby@conference.example.org';

function aVisit(fields: Partial<Visit> = {}): Visit {
  const empty = { heard: [], said: [], refused: [] };
  return { room: ROOM, nickname: 'bob', ending: 'stays', ...empty, ...fields };
}

function counted(events: readonly RoomEvent[], ...visits: Visit[]) {
  const sum = tally([{ room: ROOM, events }], visits);
  return { ...sum, faults: faultsOf(sum) };
}

describe('Counting of what was heard', () => {
  const record: RoomEvent[] = ['+ann', '+bob', 1, 2, '-bob', 3, '+bob', 4];

  it('finds nothing wrong when everybody hears what was said while they were there', () => {
    const before = aVisit({ heard: [1, 2], said: [1], ending: 'expelled' });
    const after = aVisit({ heard: [4] });
    const ann = aVisit({ nickname: 'ann', heard: [1, 2, 3, 4], said: [2, 3, 4] });
    expect(counted(record, before, after, ann)).toMatchObject({
      ...{ said: 4, expected: 7, delivered: 7, faults: 0 },
    });
  });

  it('tells lost, repeated, foreign and late messages apart', () => {
    const ann = (heard: number[]) => aVisit({ nickname: 'ann', heard });
    expect(counted(record, ann([1, 3, 4]))).toMatchObject({ lost: 1, faults: 1 });
    expect(counted(record, ann([1, 2, 2, 3, 4]))).toMatchObject({ duplicated: 1, faults: 1 });
    expect(counted(record, ann([1, 2, 3, 4, 9]))).toMatchObject({ strange: 1, faults: 1 });
    expect(counted(record, ann([2, 1, 3, 4]))).toMatchObject({ disordered: 1, faults: 1 });
  });

  it('finds what was heard after going, and before coming back', () => {
    const before = aVisit({ heard: [1, 2, 3], ending: 'expelled' });
    const after = aVisit({ heard: [3, 4] });
    expect(counted(record, before, after)).toMatchObject({ strange: 2, faults: 2 });
  });

  it('lets only the end be missing when the server closed the connection', () => {
    const visit = (heard: number[], ending: Visit['ending']) => aVisit({ heard, ending });
    expect(counted(record, visit([1], 'disconnected'))).toMatchObject({ cutOff: 1, faults: 0 });
    expect(counted(record, visit([2], 'disconnected'))).toMatchObject({ lost: 1, faults: 1 });
    expect(counted(record, visit([1], 'expelled'))).toMatchObject({ lost: 1, faults: 1 });
  });

  it('asks what became of each message that was said', () => {
    const visit = (fields: Partial<Visit>) => aVisit({ heard: [1, 2], said: [9], ...fields });
    const gone = { ending: 'expelled' } as const;
    expect(counted(record, visit({ ...gone }))).toMatchObject({ undecided: 1, faults: 0 });
    expect(counted(record, visit({ ...gone, refused: [9] }))).toMatchObject({
      ...{ refused: 1, faults: 0 },
    });
    expect(counted([1, 2, '+bob'], aVisit({ said: [9] }))).toMatchObject({
      ...{ vanished: 1, faults: 1 },
    });
    expect(counted(record, visit({ ...gone, said: [1], refused: [1] }))).toMatchObject({
      ...{ strange: 1, faults: 1 },
    });
  });

  it('finds a message that a room shows twice, and rooms that nobody knows of', () => {
    expect(counted(['+bob', 1, 1], aVisit({ heard: [1, 1] }))).toMatchObject({ duplicated: 2 });
    expect(counted([], aVisit({ heard: [1] }))).toMatchObject({ strange: 1 });
  });
});

describe('Comparing two sequences', () => {
  it('names what is missing', () => {
    expect(compare([1, 2, 3], [3]).missing).toEqual(new Set([1, 2]));
  });
});

describe('Spread of values', () => {
  it('is by nearest rank', () => {
    const values = Array.from({ length: 200 }, (_, index) => 200 - index);
    expect(summary(values)).toEqual({ count: 200, p50: 100, p95: 190, p99: 198, max: 200 });
    expect(summary([])).toMatchObject({ count: 0, p50: NaN, max: NaN });
  });
});

describe('Plan of a run', () => {
  const { rooms, people, guests } = plan({ clients: 1000, rooms: 40 }, 'example.org');

  it('puts everybody into one room, and some into the hall, too', () => {
    expect(people.every((person) => [1, 2].includes(person.rooms.length))).toBe(true);
    expect(rooms.map((room) => room.people.length)).toEqual([...Array(40).fill(25), 80]);
  });

  it('has a witness in each room, who is no guest', () => {
    const away = guests.map(({ username }) => username);
    for (const { jid, witness } of rooms) {
      expect(away).not.toContain(witness);
      expect(people.find(({ username }) => username === witness)!.witnesses).toContain(jid);
    }
  });

  it('has guests in one room each, where options stay', () => {
    expect(guests).toHaveLength(10);
    for (const { username, room } of guests) {
      expect(people.find((person) => person.username === username)!.rooms).toEqual([room.jid]);
      expect(room.changing).not.toBe('options');
    }
  });
});

describe('Flags', () => {
  it('are whole numbers with usual values', () => {
    expect(readOptions(['--clients', '200', '--rooms=8'])).toMatchObject({
      ...{ clients: 200, rooms: 8, rounds: 1 },
    });
  });

  it.each([
    [['--clients', 'many']],
    [['--clients', '-5']],
    [['--seconds', '1.5']],
    [['--clients', '40', '--rooms', '40']],
    [['--nothing', '1']],
    [['stray']],
  ])('are refused: %j', (args) => {
    expect(() => readOptions(args)).toThrow();
  });
});
