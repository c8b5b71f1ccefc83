import { jest } from '@jest/globals';
import { ListPlaces } from './list-places.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Who is inside, in the order of entering, and what came of those who had to wait. */
class Visitors {
  readonly inside: string[] = [];
  readonly refused: string[] = [];
  private readonly leaving = new Map<string, () => void>();

  constructor(private readonly places: ListPlaces) {}

  async enter(caller: string | null, name: string): Promise<void> {
    this.places.enter(caller).then(
      (leave) => {
        this.inside.push(name);
        this.leaving.set(name, leave);
      },
      (error: Error) => this.refused.push(`${name}: ${error.message}`),
    );
    await jest.advanceTimersByTimeAsync(0);
  }

  async leave(name: string): Promise<void> {
    this.leaving.get(name)!();
    await jest.advanceTimersByTimeAsync(0);
  }
}

describe('ListPlaces', () => {
  it('gives a caller at most half of the places, and others what is left', async () => {
    const visitors = new Visitors(new ListPlaces(5, 2000));
    for (const name of ['a1', 'a2', 'a3', 'a4']) await visitors.enter('a', name);
    for (const name of ['b1', 'b2', 'b3']) await visitors.enter('b', name);
    await visitors.enter('c', 'c1');
    expect(visitors.inside).toEqual(['a1', 'a2', 'b1', 'b2', 'c1']);
  });

  it('lets in who waits longest of those who may enter', async () => {
    const visitors = new Visitors(new ListPlaces(2, 2000));
    for (const [caller, name] of [
      ['a', 'a1'],
      ['b', 'b1'],
      ['a', 'a2'],
      ['c', 'c1'],
      ['b', 'b2'],
    ] as const) {
      await visitors.enter(caller, name);
    }
    await visitors.leave('b1');
    await visitors.leave('c1');
    await visitors.leave('a1');
    expect(visitors.inside).toEqual(['a1', 'b1', 'c1', 'b2', 'a2']);
  });

  it('refuses who has waited too long, and nobody else', async () => {
    const visitors = new Visitors(new ListPlaces(1, 2000));
    await visitors.enter('a', 'a1');
    await visitors.enter('a', 'a2');
    await jest.advanceTimersByTimeAsync(1999);
    await visitors.enter('b', 'b1');
    expect(visitors.refused).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(visitors.refused).toEqual(['a2: Too many lists are being read']);
    await visitors.leave('a1');
    expect(visitors.inside).toEqual(['a1', 'b1']);
    await visitors.leave('b1');
    await visitors.enter('a', 'a3');
    expect(visitors.inside).toEqual(['a1', 'b1', 'a3']);
  });

  it('gives a place back once, however often it is told to', async () => {
    const places = new ListPlaces(1, 2000);
    const leave = await places.enter('a');
    leave();
    leave();
    const visitors = new Visitors(places);
    await visitors.enter('a', 'a1');
    await visitors.enter('b', 'b1');
    expect(visitors.inside).toEqual(['a1']);
  });

  it('has no share for nobody in particular', async () => {
    const visitors = new Visitors(new ListPlaces(4, 2000));
    for (const name of ['1', '2', '3', '4', '5']) await visitors.enter(null, name);
    expect(visitors.inside).toEqual(['1', '2', '3', '4']);
  });
});
