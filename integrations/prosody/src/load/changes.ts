import { type Plan, type ValidatedRoom, SERVICE } from './plan.js';
import { CREW, friends, roomDocument } from './scene.js';
import type { TimedApi } from './timed-api.js';

type Step = (turn: number) => Promise<unknown>;

/**
 * Makes changes and queries through the API at a steady rate, one kind after the other, whether or
 * not earlier calls have been answered; a kind whose previous call is still pending is skipped.
 * Nobody is removed by them.
 */
export class Changes {
  /** the latest names of contacts: owner, contact, name */
  readonly contacts = new Map<string, Map<string, string>>();
  missedTurns = 0;
  private readonly steps: readonly Step[];
  private readonly busy = new Map<Step, Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private turn = 0;

  constructor(
    private readonly api: TimedApi,
    private readonly plan: Plan,
    private readonly domain: string,
  ) {
    this.steps = [
      this.readUser,
      this.options,
      this.membership,
      this.contact,
      this.crew,
      this.oneUsersSessions,
      this.occupants,
      this.changeUser,
      this.counts,
    ];
  }

  /** @param rate steps per second */
  start(rate: number): void {
    this.timer = setInterval(() => this.next(), 1000 / rate);
  }

  /** Resolves when all calls have been answered. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.busy.values());
  }

  private next(): void {
    const round = Math.floor(this.turn / this.steps.length);
    const step = this.steps[this.turn % this.steps.length]!;
    this.turn += 1;
    if (this.busy.has(step)) {
      this.missedTurns += 1;
      return;
    }
    const work = step(round).then(() => void this.busy.delete(step));
    this.busy.set(step, work);
  }

  private readonly readUser: Step = (turn) =>
    this.api.call('read a user', 'GET', `/users/${this.person(turn)}`);

  private readonly changeUser: Step = (turn) =>
    this.api.call('change a user', 'PUT', `/users/${this.person(turn)}`, { name: `Name ${turn}` });

  private readonly options: Step = (turn) => {
    const room = this.room(turn, 'options');
    const path = `/chatrooms/${room.name}?servicename=${SERVICE}`;
    const document = roomDocument(room, `${room.name}, turn ${turn}`);
    return this.api.call('change a room', 'PUT', path, document);
  };

  private readonly membership: Step = async (turn) => {
    const room = this.room(turn, 'affiliations');
    const person = room.people[turn % (room.people.length - 1)]!;
    const kind = turn % 2 === 0 ? 'members' : 'admins';
    const path = `/chatrooms/${room.name}/${kind}/${person}?servicename=${SERVICE}`;
    await this.api.call('give an affiliation', 'POST', path);
    await this.api.call('take an affiliation', 'DELETE', path);
  };

  private readonly contact: Step = async (turn) => {
    const pairs = friends(this.plan);
    const [owner, other] = pairs[turn % pairs.length]!;
    const jid = `${other}@${this.domain}`;
    const nickname = `${other}, turn ${turn}`;
    const path = `/users/${owner}/roster/${jid}`;
    if (!(await this.api.call('change a contact', 'PUT', path, { nickname }))) return;
    const names = this.contacts.get(owner) ?? new Map<string, string>();
    this.contacts.set(owner, names.set(jid, nickname));
  };

  private readonly crew: Step = async (turn) => {
    const path = `/users/${this.person(turn)}/groups/${CREW}`;
    await this.api.call('into a group', 'POST', path);
    await this.api.call('out of a group', 'DELETE', path);
  };

  private readonly oneUsersSessions: Step = (turn) =>
    this.api.call("one user's sessions", 'GET', `/sessions/${this.person(turn)}`);

  private readonly occupants: Step = (turn) => {
    const path = `/chatrooms/${this.room(turn, 'groups').name}/occupants?servicename=${SERVICE}`;
    return this.api.call('occupants of a room', 'GET', path);
  };

  private readonly counts: Step = () =>
    this.api.call('count of sessions', 'GET', '/system/statistics/sessions');

  private person(turn: number): string {
    return this.plan.people[(turn * 7) % this.plan.people.length]!.username;
  }

  private room(turn: number, changing: ValidatedRoom['changing']): ValidatedRoom {
    const own = this.plan.rooms.filter((room) => room.changing === changing);
    return own[turn % own.length]!;
  }
}
