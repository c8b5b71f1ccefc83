import { appendFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EXIT } from '../../outcome/exit-codes.js';
import { CommandFault } from '../../outcome/failures.js';

/** The folder of settings and secrets, `/etc/chat-admin`: a file per secret, for its owner alone. */
export class CredentialFolder {
  constructor(private readonly folder: string) {}

  pathOf(name: string): string {
    return join(this.folder, name);
  }

  /** @returns the text without its line break; `null`: there is no such file @throws CommandFault */
  async read(name: string): Promise<string | null> {
    try {
      return (await readFile(this.pathOf(name), 'utf8')).replace(/\r?\n$/, '');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw this.fault(name, error, 'read');
    }
  }

  /** Writes a secret, whole or not at all. @throws CommandFault */
  async write(name: string, text: string): Promise<void> {
    const path = this.pathOf(name);
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rm(`${path}.new`, { force: true });
      await writeFile(`${path}.new`, `${text}\n`, { mode: 0o600, flag: 'wx' });
      await rename(`${path}.new`, path);
    } catch (error) {
      throw this.fault(name, error, 'written');
    }
  }

  /** Adds a line to a file that is no secret. @throws CommandFault */
  async append(name: string, line: string): Promise<void> {
    const path = this.pathOf(name);
    try {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '';
        throw error;
      });
      const start = text === '' || text.endsWith('\n') ? '' : '\n';
      await appendFile(path, `${start}${line}\n`);
    } catch (error) {
      throw this.fault(name, error, 'written');
    }
  }

  private fault(name: string, error: unknown, done: string): CommandFault {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown reason';
    return new CommandFault(
      EXIT.notAllowed,
      'not-allowed',
      `${this.pathOf(name)} cannot be ${done} (${reason})`,
      'Run it as root, or name another folder with --directory',
    );
  }
}
