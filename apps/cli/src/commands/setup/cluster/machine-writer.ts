import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ownPresent, writeOwned } from '../../../files/owned-file.js';
import type { Ownership } from '../../../files/owned-file.js';
import { EXIT } from '../../../outcome/exit-codes.js';
import { CommandFault } from '../../../outcome/failures.js';
import { isOwn } from './machine-files.js';
import type { MachineFile } from './machine-files.js';

/** A file to be written, and what it has now. */
interface Pending extends Ownership {
  readonly path: string;
  readonly text: string;
  readonly before: string | null;
}

/** Writes files of a machine: all of them, or none where one belongs to somebody else. */
export class MachineWriter {
  private readonly pending: Pending[] = [];
  private readonly foreign: string[] = [];

  /** @param root `/`, or that of a system that does not run */
  constructor(private readonly root: string) {}

  /** A configuration that we write alone, or that its package has brought and nobody has changed. */
  async configuration({ path, text, group }: MachineFile): Promise<void> {
    const before = await this.read(path);
    if (before !== null && !isOwn(before) && !(await this.isAsPackaged(path, before))) {
      this.foreign.push(path);
    }
    const gid = group === null ? null : await this.gidOf(group);
    const mode = group === null ? 0o644 : gid === null ? 0o600 : 0o640;
    this.pending.push({ path, text, before, mode, uid: 0, gid });
  }

  /** A secret that may hold others for its places, but is about the same password. */
  async secret(path: string, text: string, password: string): Promise<void> {
    const before = await this.read(path);
    if (before !== null && !before.includes(password)) this.foreign.push(path);
    this.pending.push({ path, text: `${text}\n`, before, mode: 0o600, uid: 0, gid: null });
  }

  /** A file of which we change a part, and which stays its owner's. */
  async part(path: string, text: string, before: string | null): Promise<void> {
    const now = before === null ? null : await this.ownerOf(path);
    this.pending.push({ path, text, before, ...(now ?? { mode: 0o644, uid: 0, gid: null }) });
  }

  async read(path: string): Promise<string | null> {
    return readFile(join(this.root, path), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw fault(path, error, 'read');
    });
  }

  /** @throws CommandFault if a file belongs to somebody else */
  check(): void {
    if (this.foreign.length > 0) {
      const names = this.foreign.join(', ');
      const message = `Not written by "chat-admin setup --cluster": ${names}`;
      throw new CommandFault(EXIT.exists, 'exists', message, 'Move it away. Nothing was changed.');
    }
  }

  /** @returns the paths of those that were not so before @throws CommandFault */
  async write(): Promise<readonly string[]> {
    this.check();
    const changed: string[] = [];
    for (const file of this.pending) {
      await this.put(file).catch((error: NodeJS.ErrnoException) => {
        throw fault(file.path, error, 'written');
      });
      if (file.text !== file.before) changed.push(file.path);
    }
    return changed;
  }

  private async put({ path, text, before, mode, uid, gid }: Pending): Promise<void> {
    const file = join(this.root, path);
    const owned = { mode, uid, gid: process.getuid?.() === 0 ? gid : null };
    if (text === before) return ownPresent(file, owned);
    await mkdir(dirname(file), { recursive: true, mode: mode === 0o600 ? 0o700 : 0o755 });
    await writeOwned(`${file}.new`, text, owned);
    await rename(`${file}.new`, file);
  }

  private async ownerOf(path: string): Promise<Ownership> {
    const { mode, uid, gid } = await stat(join(this.root, path));
    return { mode: mode & 0o7777, uid, gid };
  }

  private async gidOf(group: string): Promise<number | null> {
    const line = new RegExp(`^${group}:[^:]*:(\\d+):`, 'm');
    const gid = line.exec((await this.read('/etc/group')) ?? '')?.[1];
    return gid === undefined ? null : Number(gid);
  }

  private async isAsPackaged(path: string, text: string): Promise<boolean> {
    const sum = createHash('md5').update(text).digest('hex');
    const status = (await this.read('/var/lib/dpkg/status')) ?? '';
    return status.includes(`\n ${path} ${sum}\n`);
  }
}

function fault(path: string, error: NodeJS.ErrnoException, done: string): CommandFault {
  const message = `${path} cannot be ${done} (${error.code ?? 'unknown reason'})`;
  const help = error.code === 'ELOOP' ? 'It is a link: put a file there' : 'Run it as root';
  return new CommandFault(EXIT.notAllowed, 'not-allowed', message, help);
}
