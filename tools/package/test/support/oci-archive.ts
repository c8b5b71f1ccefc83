import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runProgram } from './running-program.js';
import type { RunningProgram } from './running-program.js';

const run = promisify(execFile);

/** What an image says about how it runs. */
export interface ImageConfig {
  readonly architecture: string;
  readonly config: {
    readonly User: string;
    readonly Env: readonly string[];
    readonly Entrypoint: readonly string[];
    readonly Cmd: readonly string[];
    readonly Labels: Readonly<Record<string, string>>;
  };
}

interface Index {
  readonly manifests: readonly {
    readonly digest: string;
    readonly annotations: Readonly<Record<string, string>>;
  }[];
}

interface Manifest {
  readonly config: { readonly digest: string };
  readonly layers: readonly { readonly digest: string }[];
}

/** An image that is unpacked. */
export class UnpackedImage {
  private constructor(
    /** as it is loaded: `name:tag` */
    readonly name: string,
    readonly root: string,
    readonly image: ImageConfig,
  ) {}

  /** @param folder for its layout and its files; made if missing */
  static async of(archive: string, folder: string): Promise<UnpackedImage> {
    const layout = join(folder, 'layout');
    const root = join(folder, 'root');
    for (const path of [layout, root]) await mkdir(path, { recursive: true });
    await run('tar', ['-xf', archive, '-C', layout]);
    const read = async <T>(path: string) =>
      JSON.parse(await readFile(join(layout, path), 'utf8')) as T;
    const blob = (digest: string) => join('blobs', digest.replace(':', '/'));
    const { manifests } = await read<Index>('index.json');
    const { digest: top, annotations } = manifests[0]!;
    const manifest = await read<Manifest>(blob(top));
    for (const { digest } of manifest.layers) {
      await run('tar', ['-xzf', join(layout, blob(digest)), '-C', root]);
    }
    const name = annotations['org.opencontainers.image.ref.name']!;
    return new UnpackedImage(name, root, await read<ImageConfig>(blob(manifest.config.digest)));
  }

  /**
   * Runs it as its user, without ways to more rights, on a root that cannot be written, with 16 MB of `/tmp`.
   * @param words instead of its command
   * @param volume a folder that its user may write
   */
  run(
    environment: Readonly<Record<string, string>>,
    words?: readonly string[],
    volume?: string,
  ): RunningProgram {
    const { User, Env, Entrypoint, Cmd } = this.image.config;
    const [uid, gid] = User.split(':');
    const mounts = [
      'root=$1 user=$2; shift 2; mount --bind "$root" "$root"; cd "$root"; mkdir -p proc tmp',
      'mount -t proc proc proc; mount -t tmpfs -o size=16m,mode=1777 tmpfs tmp',
      volume ? `mount -t tmpfs -o size=16m,uid=${uid},gid=${gid},mode=700 tmpfs .${volume}` : '',
      'mount --bind /dev dev; mount -o remount,bind,ro .; cd /',
      'exec setpriv --no-new-privs --bounding-set=-all,+sys_chroot,+setuid,+setgid chroot --userspec="$user" "$root" "$@"',
    ].join('\n');
    const shell = ['unshare', '--mount', 'sh', '-eu', '-c', mounts, 'image', this.root, User];
    const given = Object.fromEntries(Env.map((pair) => pair.split(/=(.*)/s) as [string, string]));
    const [file, ...rest] = [...shell, ...Entrypoint, ...(words ?? Cmd)];
    return runProgram([file!, ...rest], { ...given, ...environment, PATH: process.env['PATH'] });
  }
}
