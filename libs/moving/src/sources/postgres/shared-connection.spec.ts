import type { Client } from 'pg';
import { SharedConnection } from './shared-connection.js';

/** Answers when it is told to; two statements at once are a fault of the caller. */
class OneAtATime {
  readonly asked: string[] = [];
  private answer: ((fault?: Error) => void) | null = null;

  query(text: string | object): unknown {
    if (typeof text !== 'string') return text;
    if (this.answer !== null) throw new Error('The client is already executing a query');
    this.asked.push(text);
    return new Promise((resolve, reject) => {
      this.answer = (fault) => {
        this.answer = null;
        if (fault) reject(fault);
        else resolve({ rows: [text] });
      };
    });
  }

  async answers(fault?: Error): Promise<void> {
    this.answer!(fault);
    await new Promise(setImmediate);
  }
}

function shared() {
  const client = new OneAtATime();
  return { client, connection: new SharedConnection(client as unknown as Client) };
}

it('statements wait for one another, also behind one that fails', async () => {
  const { client, connection } = shared();
  const [first, second, third] = ['a', 'b', 'c'].map((text) => connection.query(text));
  const failed = expect(second).rejects.toThrow('no such table');
  await new Promise(setImmediate);
  expect(client.asked).toEqual(['a']);
  await client.answers();
  expect(client.asked).toEqual(['a', 'b']);
  await client.answers(new Error('no such table'));
  expect(client.asked).toEqual(['a', 'b', 'c']);
  await client.answers();
  await failed;
  expect((await first!).rows).toEqual(['a']);
  expect((await third!).rows).toEqual(['c']);
});

it('statements wait for the end of a stream', async () => {
  const { client, connection } = shared();
  const copy = { submit: () => undefined } as never;
  const { stream, end } = await connection.stream(copy);
  expect(stream).toBe(copy);
  const behind = connection.query('a');
  await new Promise(setImmediate);
  expect(client.asked).toEqual([]);
  end();
  await new Promise(setImmediate);
  expect(client.asked).toEqual(['a']);
  await client.answers();
  await behind;
});
