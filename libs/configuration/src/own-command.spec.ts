import { readFile } from 'node:fs/promises';
import { installation, ownCommand } from './own-command.js';

it('is the command of the package', () => {
  expect(ownCommand('secret show', 'npm')).toBe('chat-admin secret show');
  expect(ownCommand('migrate --check', 'debian')).toBe('chat-admin migrate --check');
});

it('names the program where no command is on the path', () => {
  expect(ownCommand('secret show', 'image')).toBe(
    '/usr/bin/node /opt/chat-admin/cli.mjs secret show',
  );
});

it('knows a checkout, whatever was started', () => {
  expect(installation('/usr/lib/chat-admin/cli.mjs')).toBe('checkout');
});

it('is a script of npm in a checkout, as this one is', async () => {
  expect(ownCommand('migrate --check')).toBe('npm run -s chat-admin -- migrate --check');
  const manifest = new URL('../../../package.json', import.meta.url);
  const { scripts } = JSON.parse(await readFile(manifest, 'utf8')) as {
    scripts: Record<string, string>;
  };
  for (const words of ['start', 'secret show', 'user show ola']) {
    const script = /^npm (?:run -s )?(\S+)/.exec(ownCommand(words))![1]!;
    expect(Object.keys(scripts)).toContain(script);
  }
});
