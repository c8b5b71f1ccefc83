import { AddressCounter } from './limits.js';
import { LoginAttempts } from './login-attempts.js';

/** Checks that end on demand, in the order of their start. */
class Checks {
  readonly started: string[] = [];
  private readonly open: ((found: string | null) => void)[] = [];

  of(name: string): () => Promise<string | null> {
    return () => {
      this.started.push(name);
      return new Promise((resolve) => this.open.push(resolve));
    };
  }

  get running(): number {
    return this.open.length;
  }

  async end(found: string | null): Promise<void> {
    this.open.shift()!(found);
    await settled();
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

let checks: Checks;
let outcomes: Record<string, number>;
beforeEach(() => {
  checks = new Checks();
  outcomes = {};
});

function attempts(limit: number, slots: number, maxWaiting?: number): LoginAttempts {
  return new LoginAttempts(new AddressCounter(limit, 60_000), slots, maxWaiting);
}

/** Starts an attempt and records its outcome. */
function login(logins: LoginAttempts, address: string, name = address): void {
  const note = (outcome: string): void => {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  };
  logins.try(address, checks.of(name)).then(
    (found) => note(found === null ? 'wrong' : `right ${found}`),
    (error: Error) => note(error.message),
  );
}

describe('LoginAttempts', () => {
  it('admits exactly as many failing parallel guesses as the limit allows', async () => {
    const logins = attempts(100, 8);
    for (let sent = 0; sent < 250; sent += 1) login(logins, 'a');
    await settled();
    while (checks.running > 0) await checks.end(null);
    expect(outcomes).toEqual({ wrong: 101, 'Too many requests': 149 });
    expect(checks.started).toHaveLength(101);
  });

  it('refuses nobody because of attempts still in progress', async () => {
    const logins = attempts(1, 8);
    for (let sent = 0; sent < 5; sent += 1) login(logins, 'a');
    await settled();
    expect(checks.running).toBe(2);
    expect(outcomes).toEqual({});
    await checks.end('ola');
    await checks.end('ola');
    await checks.end(null);
    await checks.end('ola');
    await checks.end('ola');
    expect(outcomes).toEqual({ 'right ola': 4, wrong: 1 });
  });

  it('serves addresses in turn, so that one that guesses does not delay others', async () => {
    const logins = attempts(0, 2);
    for (let sent = 0; sent < 6; sent += 1) login(logins, 'a');
    login(logins, 'b');
    login(logins, 'c');
    await settled();
    while (checks.running > 0) await checks.end(null);
    expect(checks.started.slice(0, 2)).toEqual(['a', 'a']);
    expect(checks.started.slice(2, 5).toSorted()).toEqual(['a', 'b', 'c']);
  });

  it('runs at most as many as it has slots', async () => {
    const logins = attempts(0, 3);
    for (const address of ['a', 'b', 'c', 'd', 'e']) login(logins, address);
    await settled();
    expect(checks.running).toBe(3);
    await checks.end('ola');
    expect(checks.running).toBe(3);
  });

  it('does not count an attempt without a result', async () => {
    const logins = attempts(1, 1);
    for (let sent = 0; sent < 5; sent += 1) {
      const failing = logins.try('a', () => Promise.reject(new Error('away')));
      await expect(failing).rejects.toThrow('away');
    }
    login(logins, 'a');
    await settled();
    await checks.end('ola');
    expect(outcomes).toEqual({ 'right ola': 1 });
  });

  it('limits how many attempts of one address may wait', async () => {
    const logins = attempts(0, 1, 2);
    for (let sent = 0; sent < 5; sent += 1) login(logins, 'a');
    login(logins, 'b');
    await settled();
    expect(outcomes).toEqual({ 'Too much work is waiting, try again later': 2 });
    while (checks.running > 0) await checks.end('ola');
    expect(outcomes['right ola']).toBe(4);
  });
});
