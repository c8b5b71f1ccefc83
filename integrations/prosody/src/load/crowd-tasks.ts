import type { Place } from '../transport.js';
import type { PersonPlan } from './plan.js';
import type { RoomRecord, Visit } from './tally.js';

export interface Assignment {
  readonly place: Place;
  /** PEM */
  readonly certificate: string;
  readonly people: readonly PersonPlan[];
  /** numbers of messages: this process takes the first and then every `step`th */
  readonly numbers: { readonly first: number; readonly step: number };
}

export interface CrowdReport {
  readonly records: readonly RoomRecord[];
  readonly visits: readonly Visit[];
  /** ms from saying something to hearing it oneself */
  readonly echoes: readonly number[];
  /** user name, contact, name of the contact as it was pushed last */
  readonly contacts: readonly (readonly [string, string, string])[];
  /** who was disconnected though nobody had expected it, and with which condition */
  readonly surprises: readonly string[];
}

/** What a process full of clients can be asked to do. Answers come when it is done. */
export interface CrowdTasks {
  prepare(assignment: Assignment): void;
  /** all who are not online, so many at a time; @returns ms that each login took, with roster and presence */
  login(atOnce: number): Promise<number[]>;
  /** all rooms of all, so many people at a time */
  enter(atOnce: number): Promise<void>;
  /** so many at a time */
  logout(atOnce: number): Promise<void>;
  /** messages per second */
  talk(rate: number): void;
  hush(): void;
  /** until all of this process have got an answer to a ping */
  settle(): Promise<void>;
  thrownOut(who: { readonly username: string; readonly room: string }): Promise<void>;
  comeBack(who: { readonly username: string; readonly room: string }): Promise<void>;
  /** pings of the first person, one every so many ms; @see pinged */
  keepPinging(everyMs: number): void;
  /** ms of the round trips since the last time this was asked; those without an answer with the time waited */
  pinged(): number[];
  report(): CrowdReport;
}
