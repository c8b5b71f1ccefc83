import type { DirectoryConfiguration } from '@chat-admin/directory/directory-configuration';
import type { BindClass } from '@chat-admin/domain/directories/directory-source';
import { LoginQuestions } from '@chat-admin/domain/directories/login-questions';
import type { LoginQuestion } from '@chat-admin/domain/directories/login-questions';
import { LoginWorker } from './login-worker.js';

const log = { info: () => undefined, warn: () => undefined };
const settingsOf = (logins: string) =>
  ({ settings: { logins } }) as unknown as DirectoryConfiguration;
const directories = { all: [settingsOf('bind')], onChange: () => undefined };

class Asked extends LoginQuestions {
  readonly outcomes = new Map<string, BindClass>();

  constructor(private readonly names: string[]) {
    super();
  }

  override async next(_: string, stop: AbortSignal): Promise<LoginQuestion | null> {
    const username = this.names.shift();
    if (username !== undefined) {
      return { id: username, username, password: 'x', milliseconds: 60_000 };
    }
    return new Promise((resolve) => stop.addEventListener('abort', () => resolve(null)));
  }

  override async answer(id: string, outcome: BindClass): Promise<void> {
    this.outcomes.set(id, outcome);
  }
}

it('takes three quarters of what a directory is asked at the same time, and leaves the rest', async () => {
  const questions = new Asked([...Array.from({ length: 200 }, (_, index) => `p${index}`), 'other']);
  const open: (() => void)[] = [];
  const logins = {
    keeperOf: async (name: string) => ({
      source: name === 'other' ? 'directory:other' : 'directory:main',
      externalId: name,
    }),
    check: ({ externalId }: { externalId: string }) =>
      externalId === 'other'
        ? Promise.resolve<BindClass>('wrong')
        : new Promise<BindClass>((resolve) => open.push(() => resolve('right'))),
  };
  const worker = new LoginWorker(questions, directories, logins, 8, log);
  worker.start();
  const turn = () => new Promise(setImmediate);
  while (questions.outcomes.size < 3) await turn();
  // 6 run, 192 wait
  expect(open).toHaveLength(6);
  expect(questions.outcomes.get('other')).toBe('wrong');
  expect([...questions.outcomes.values()].filter((one) => one === 'away')).toHaveLength(2);
  const ended = worker.stop();
  while (questions.outcomes.size < 201) {
    open.splice(0).forEach((answer) => answer());
    await turn();
  }
  await ended;
  expect([...questions.outcomes.values()].filter((one) => one === 'right')).toHaveLength(198);
});

it('asks for questions while there is a directory that answers them', async () => {
  const instances: string[] = [];
  const open: (() => void)[] = [];
  class Counted extends Asked {
    override next(instance: string): Promise<LoginQuestion | null> {
      instances.push(instance);
      return new Promise((resolve) => open.push(() => resolve(null)));
    }
  }
  const listeners: ((changed: ReadonlySet<string>) => void)[] = [];
  const changing = {
    all: [settingsOf('password')],
    onChange: (listener: (changed: ReadonlySet<string>) => void) => void listeners.push(listener),
  };
  const worker = new LoginWorker(new Counted([]), changing, {} as never, 8, log);
  const change = (logins: string) => {
    changing.all = [settingsOf(logins)];
    for (const listener of listeners) listener(new Set());
  };
  const answer = async () => {
    for (const one of open.splice(0)) one();
    await new Promise(setImmediate);
  };
  worker.start();
  expect(instances).toHaveLength(0);
  change('bind');
  expect(instances).toHaveLength(4);
  change('bind');
  expect(instances).toHaveLength(4);
  await answer();
  expect(instances).toHaveLength(8);
  change('password');
  await answer();
  expect(instances).toHaveLength(8);
  change('bind');
  expect(instances).toHaveLength(12);
  const ended = worker.stop();
  await answer();
  await ended;
});
