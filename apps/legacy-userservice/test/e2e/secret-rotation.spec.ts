import { runCommandLine } from '@chat-admin/cli/program/command-line';
import { until } from '@chat-admin/debian-programs/until';
import { TEST_SECRET } from '@chat-admin/persistence/testing/test-database';
import { TestUserService } from '../support/user-service.js';

const REFUSED = '<error>RequestNotAuthorised</error>';
const CALLERS = 4;

let service: TestUserService;
beforeAll(async () => (service = await TestUserService.start()));
afterAll(() => service.stop());

/** @returns the secret that `chat-admin secret rotate --legacy` prints */
async function rotate(...more: readonly string[]): Promise<string> {
  let printed = '';
  const code = await runCommandLine(['secret', 'rotate', '--legacy', ...more], {
    environment: { DATABASE_URL: service.database.appUrl },
    print: (text) => (printed += text),
    complain: (text) => process.stderr.write(text),
    askSecret: () => Promise.reject(new Error('asked')),
  });
  expect(code).toBe(0);
  return printed.trim();
}

const ask = async (secret: string): Promise<string> =>
  (await service.call({ type: 'grouplist', secret })).text;
const accepts = (secret: string) =>
  until('the secret is accepted', async () => (await ask(secret)) !== REFUSED);

/** Callers that ask one time after the other. */
class Callers {
  answers = 0;
  readonly failures: string[] = [];
  private stopped = false;
  private readonly running: Promise<unknown>;

  constructor(public secret: string) {
    this.running = Promise.all(Array.from({ length: CALLERS }, () => this.call()));
  }

  private async call(): Promise<void> {
    while (!this.stopped) {
      const text = await ask(this.secret);
      this.answers += 1;
      if (text !== '<result></result>') this.failures.push(text);
    }
  }

  async progress(): Promise<void> {
    const enough = this.answers + 10 * CALLERS;
    await until('the callers have got on', () => Promise.resolve(this.answers >= enough));
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.running;
  }
}

it('a secret that is rotated with an overlap while callers use it fails none of them', async () => {
  const callers = new Callers(TEST_SECRET);
  for (let round = 0; round < 3; round++) {
    await callers.progress();
    const secret = await rotate('--overlap', '1h');
    await callers.progress();
    await accepts(secret);
    callers.secret = secret;
  }
  await callers.progress();
  await callers.stop();
  expect(callers.failures).toEqual([]);
  expect(await ask(TEST_SECRET)).toBe(REFUSED);
});

it('without an overlap the former secret is refused at once', async () => {
  const former = await rotate();
  await accepts(former);
  const callers = new Callers(former);
  await callers.progress();
  const secret = await rotate();
  await until('a caller is refused', () => Promise.resolve(callers.failures.length > 0));
  await callers.stop();
  expect(new Set(callers.failures)).toEqual(new Set([REFUSED]));
  await accepts(secret);
  expect(await ask(former)).toBe(REFUSED);
});
