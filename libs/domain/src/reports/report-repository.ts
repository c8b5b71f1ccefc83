import type { BareJid } from '../shared/jid.js';
import type { OrderedList } from '../shared/paging.js';
import type { Evidence, NewReport, Report, ReportHandling } from './report.js';

/** Which reports a list shows; what is `null` does not matter. */
export interface ReportFilter {
  readonly status: Report['status'] | null;
  readonly kind: Report['kind'] | null;
  /** as it was blocked, or the person behind it */
  readonly accused: string | null;
  readonly reporter: string | null;
  readonly room: string | null;
  /** empty: nobody */
  readonly assignee: string | null;
  readonly createdFrom: Date | null;
  /** excluded */
  readonly createdTo: Date | null;
}

export interface ReportNumbers {
  readonly open: number;
  readonly acting: number;
  /** age of the oldest that is open; 0: none is */
  readonly openSeconds: number;
  /** reports that were refused because there were too many */
  readonly refused: number;
}

/** Messages of one room, by their ids. */
export interface RoomEvidence {
  readonly service: string;
  readonly room: string;
  readonly ids: readonly string[];
}

/** Reports, which the chat server adds, too. */
export abstract class ReportRepository {
  /** Newest first. */
  abstract list(filter: ReportFilter): OrderedList<Report>;
  abstract find(id: string): Promise<Report | null>;
  /** Until the transaction ends. */
  abstract lock(id: string): Promise<Report | null>;
  abstract evidence(id: string): Promise<readonly Evidence[]>;
  /** The messages of the evidence that rooms still have, by room. */
  abstract evidenceInRooms(id: string): Promise<readonly RoomEvidence[]>;
  /** @returns its id */
  abstract add(report: NewReport): Promise<string>;
  /**
   * @param closedBy who has closed it; `null`: it is not closed
   * @param notify the reporter is told of it, once the chat server can
   * @returns whether there is something to tell, and somebody to tell it to
   */
  abstract update(
    id: string,
    handling: ReportHandling,
    closedBy: string | null,
    notify: boolean,
  ): Promise<boolean>;
  abstract numbers(): Promise<ReportNumbers>;
  /** Deletes at most `limit` that were closed `days` ago. @returns how many */
  abstract forget(days: number, limit: number): Promise<number>;
}

/** What becomes of reports by and about a person who is erased. */
export abstract class ReportErasure {
  /** Reports by the person lose their name; of those about them evidence, text and name go. Before the account is deleted. */
  abstract erase(person: BareJid): Promise<void>;
}
