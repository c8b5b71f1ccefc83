import type { Command } from 'commander';
import type { Run } from '../../program/action.js';
import { service } from '../../program/command.js';

/** `start`, `serve`, `api`, `userservice`, which run until they are stopped */
export function addServiceCommands(program: Command, run: Run): void {
  const code = () => import('./run.js');
  service(
    program,
    'start',
    'runs everything: the services, Prosody and, without DATABASE_URL, PostgreSQL',
    'start',
  ).action(() => run(async () => (await code()).start, {}));
  service(program, 'serve', 'runs the API and the user service in one process', 'serve').action(
    () => run(async () => (await code()).serve, {}),
  );
  service(program, 'api', 'runs the API alone', 'api').action(() =>
    run(async () => (await code()).api, {}),
  );
  service(program, 'userservice', 'runs the deprecated user service alone', 'userservice').action(
    () => run(async () => (await code()).userService, {}),
  );
}
