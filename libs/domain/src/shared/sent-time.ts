import { shownValue } from './shown-value.js';

/** A time that remembers the text it was read from, for errors that repeat it. */
export class SentTime extends Date {
  constructor(
    time: Date,
    readonly text: string,
  ) {
    super(time);
  }
}

/** As it was sent, or as documents show it. */
export const shownTime = (time: Date): string =>
  time instanceof SentTime ? shownValue(time.text) : time.toISOString().replace('Z', '+00:00');
