import type { Place } from '../transport.js';
import type { PersonPlan } from './plan.js';
import type { RoomRecord, Visit } from './tally.js';

export interface Assignment {
  readonly place: Place;
  /** PEM */
  readonly certificate: string;
  readonly people: readonly PersonPlan[];
  /** message numbers: this process takes the first and then every `step`th */
  readonly numbers: { readonly first: number; readonly step: number };
}

export interface CrowdReport {
  readonly records: readonly RoomRecord[];
  readonly visits: readonly Visit[];
  /** ms from sending a message to its reflection */
  readonly echoes: readonly number[];
  /** user name, contact, last pushed name of the contact */
  readonly contacts: readonly (readonly [string, string, string])[];
  /** unexpected disconnections with their conditions */
  readonly surprises: readonly string[];
}

/** The tasks of a process full of clients. Each is answered once it is done. */
export interface CrowdTasks {
  prepare(assignment: Assignment): void;
  /**
   * logs in all who are offline, this many at a time; @returns ms per login, including roster and
   * presence
   */
  login(atOnce: number): Promise<number[]>;
  /** enters all rooms, this many people at a time */
  enter(atOnce: number): Promise<void>;
  /** so many at a time */
  logout(atOnce: number): Promise<void>;
  /** messages per second */
  talk(rate: number): void;
  hush(): void;
  /** until everyone in this process has got the answer to a ping */
  settle(): Promise<void>;
  thrownOut(who: { readonly username: string; readonly room: string }): Promise<void>;
  comeBack(who: { readonly username: string; readonly room: string }): Promise<void>;
  /** pings by the first person, one every so many ms; @see pinged */
  keepPinging(everyMs: number): void;
  /** ms of the round trips since the last call; unanswered ones with the time waited so far */
  pinged(): number[];
  report(): CrowdReport;
}
