import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ensureInstalled } from './ensure-installed.js';
import { suiteNeeds } from './suite-needs.js';

const suite = await suiteNeeds(describe, 'Programs that tests need', [
  'prosody',
  'python3-slixmpp',
]);

suite('A program that tests need', () => {
  it('is returned as its path', async () => {
    expect(await ensureInstalled('prosody')).toMatch(/^\/.*\/prosody$/);
  });

  it('is returned as the interpreter, for a Python module', async () => {
    const interpreter = await ensureInstalled('python3-slixmpp');
    const script = 'import slixmpp; print(slixmpp.__name__)';
    const { stdout } = await promisify(execFile)(interpreter, ['-c', script]);
    expect(stdout.trim()).toBe('slixmpp');
  });
});
