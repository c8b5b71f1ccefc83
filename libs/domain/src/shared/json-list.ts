/** A list as the text of a JSON array, as it is stored; parsed only if somebody looks inside. */
export class JsonList<T> implements Iterable<T> {
  constructor(readonly text: string) {}

  [Symbol.iterator](): Iterator<T> {
    return (JSON.parse(this.text) as readonly T[])[Symbol.iterator]();
  }
}
