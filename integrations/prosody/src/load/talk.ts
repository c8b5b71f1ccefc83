import type { Person } from './person.js';

const TICK_MS = 10;

/** Lets people talk in turns, at a steady total rate; people out of their room are skipped. */
export class Talk {
  private readonly timer: NodeJS.Timeout;
  private sent = 0;
  private turn = 0;

  /**
   * @param rate messages per second
   * @param nextNumber gives each message its own
   */
  constructor(people: readonly Person[], rate: number, nextNumber: () => number) {
    const seats = people.flatMap((person) => person.plan.rooms.map((room) => ({ person, room })));
    const begin = performance.now();
    this.timer = setInterval(() => {
      const due = ((performance.now() - begin) / 1000) * rate;
      for (; this.sent < due; this.sent += 1) {
        const { person, room } = seats[this.turn++ % seats.length]!;
        const stay = person.stayIn(room);
        if (stay) person.say(stay, nextNumber());
      }
    }, TICK_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
