/** A time that remembers the text it was read from, for errors that repeat it. */
export class SentTime extends Date {
  constructor(
    time: Date,
    readonly text: string,
  ) {
    super(time);
  }
}
