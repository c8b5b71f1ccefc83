import { type Stanza, statusCodes } from '../stanza.js';
import type { RoomEvent, Visit } from './tally.js';

const EXPULSION_CODES = [301, 307, 321, 322, 332];

/** A stay in a room, in progress. */
export class RoomStay {
  private readonly heard: number[] = [];
  private readonly said = new Map<number, number>();
  private readonly refused: number[] = [];
  private readonly present = new Set<string>();
  private ending: Visit['ending'] = 'stays';
  private decide: (error: Error | null) => void = () => undefined;
  /** rejects if entry is refused */
  readonly entered: Promise<void>;
  /** resolves when it is over */
  readonly over: Promise<void>;
  private finish: () => void = () => undefined;
  /** ms from sending a message to its reflection */
  readonly echoes: number[] = [];

  /** @param record receives what the witness of the room sees; null for others */
  constructor(
    readonly room: string,
    readonly nickname: string,
    private readonly record: RoomEvent[] | null,
  ) {
    this.entered = new Promise((resolve, reject) => {
      this.decide = (error) => (error ? reject(error) : resolve());
    });
    this.over = new Promise((resolve) => (this.finish = resolve));
  }

  get isGoingOn(): boolean {
    return this.ending === 'stays';
  }

  saying(number: number): void {
    this.said.set(number, performance.now());
  }

  hear(number: number): void {
    this.heard.push(number);
    this.record?.push(number);
    const begin = this.said.get(number);
    if (begin !== undefined) this.echoes.push(performance.now() - begin);
  }

  refuse(number: number): void {
    this.refused.push(number);
  }

  seePresence(nickname: string, stanza: Stanza): void {
    const { type } = stanza.attrs as { type?: string };
    if (type === 'error') return this.decide(new Error(`Not let in: ${stanza.toString()}`));
    const comes = type !== 'unavailable';
    if (comes !== this.present.has(nickname)) {
      this.record?.push(`${comes ? '+' : '-'}${nickname}`);
      if (comes) this.present.add(nickname);
      else this.present.delete(nickname);
    }
    if (nickname !== this.nickname) return;
    if (comes) this.decide(null);
    else this.end(isExpulsion(stanza) ? 'expelled' : 'disconnected');
  }

  end(ending: 'expelled' | 'disconnected'): void {
    if (!this.isGoingOn) return;
    this.ending = ending;
    this.decide(new Error('Thrown out while entering'));
    this.finish();
  }

  visit(): Visit {
    const { room, nickname, heard, refused, ending } = this;
    return { room, nickname, heard, said: [...this.said.keys()], refused, ending };
  }
}

function isExpulsion(stanza: Stanza): boolean {
  return statusCodes(stanza).some((code) => EXPULSION_CODES.includes(code));
}
