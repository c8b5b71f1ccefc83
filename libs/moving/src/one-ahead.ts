/** The same things, the next of which is made while the present one is worked on. */
export async function* oneAhead<T>(things: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = things[Symbol.asyncIterator]();
  const ask = () => {
    const asked = iterator.next();
    // what fails is told when it is taken
    asked.catch(() => undefined);
    return asked;
  };
  let next = ask();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = ask();
      yield value;
    }
  } finally {
    await next.catch(() => undefined);
    await iterator.return?.();
  }
}
