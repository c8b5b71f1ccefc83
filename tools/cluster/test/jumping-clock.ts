import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LIBRARIES = '/usr/lib';

/** The clock on the wall of one process, which a test may set; its monotonic clock goes on, as in a machine whose clock is set. */
export class JumpingClock {
  private constructor(
    private readonly directory: string,
    private readonly library: string,
  ) {}

  /** Needs `faketime`. */
  static async make(): Promise<JumpingClock> {
    const folders = (await readdir(LIBRARIES)).map((name) => join(LIBRARIES, name, 'faketime'));
    const library = folders
      .map((one) => join(one, 'libfaketime.so.1'))
      .find((one) => existsSync(one));
    if (!library) throw new Error(`There is no libfaketime below ${LIBRARIES}`);
    const clock = new JumpingClock(await mkdtemp(join(tmpdir(), 'chat-admin-clock-')), library);
    await clock.set('+0');
    return clock;
  }

  /** For the process. */
  get environment(): NodeJS.ProcessEnv {
    return {
      LD_PRELOAD: this.library,
      FAKETIME_TIMESTAMP_FILE: this.file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  }

  /** @param offset to the time of the machine, such as `-2h`; the process sees it within a second */
  async set(offset: string): Promise<void> {
    await writeFile(`${this.file}.new`, `${offset}\n`);
    await rename(`${this.file}.new`, this.file);
  }

  async remove(): Promise<void> {
    await rm(this.directory, { recursive: true });
  }

  private get file(): string {
    return join(this.directory, 'offset');
  }
}
