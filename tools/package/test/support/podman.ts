import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureInstalled } from '@chat-admin/debian-programs/ensure-installed';
import { runProgram } from './running-program.js';
import type { RunningProgram } from './running-program.js';

const execute = promisify(execFile);

/** The runtime refuses a machine that has both hierarchies of control groups, even where it is to use none. */
const WITH_CGROUP2 = [
  ...['unshare', '--mount', '--propagation=private', 'sh', '-eu', '-c'],
  'umount -R /sys/fs/cgroup; mount -t cgroup2 cgroup2 /sys/fs/cgroup; exec podman "$@"',
  'podman',
] as const;

/** Its own default limits are higher than those that this process may have. */
const LIMITS = ['--ulimit=nofile=1024:1024', '--ulimit=nproc=1024:1024'];

/** Podman with images of its own, and without what a container in a container lacks: control groups, overlays and a network. */
export class Podman {
  private constructor(private readonly command: readonly [string, ...string[]]) {}

  /** @param folder for images and containers */
  static async in(folder: string): Promise<Podman> {
    await ensureInstalled('podman');
    const places = ['--root', join(folder, 'images'), '--runroot', join(folder, 'run')];
    const engine = ['--storage-driver=vfs', '--cgroup-manager=cgroupfs', '--events-backend=none'];
    return new Podman([...WITH_CGROUP2, ...places, ...engine]);
  }

  /** @param volumes `from:to:ro` */
  async load(archive: string, name: string, volumes: readonly string[] = []): Promise<PodmanImage> {
    const loaded = await this.call('load', '--input', archive);
    if (!loaded.includes(name)) throw new Error(`${name} is missing: ${loaded}`);
    return new PodmanImage(this, name, volumes);
  }

  run(...words: readonly string[]): RunningProgram {
    const [file, ...options] = this.command;
    return runProgram([file, ...options, 'run', ...words], {});
  }

  async removeContainers(): Promise<void> {
    await this.call('rm', '--all', '--force');
  }

  async call(...words: readonly string[]): Promise<string> {
    const [file, ...options] = this.command;
    return (await execute(file, [...options, ...words])).stdout;
  }
}

/** Runs with the restrictions of `packaging/compose/compose.yaml`, in the network of the machine. */
export class PodmanImage {
  constructor(
    private readonly podman: Podman,
    private readonly name: string,
    private readonly volumes: readonly string[],
  ) {}

  /** As `UnpackedImage.run`. */
  run(
    environment: Readonly<Record<string, string>>,
    words: readonly string[] = [],
    volume?: string,
  ): RunningProgram {
    return this.podman.run(
      ...['--rm', `--name=${this.container}`, '--replace', '--cgroups=disabled', '--network=host'],
      ...[...LIMITS, '--read-only', '--tmpfs=/tmp:size=16m', '--cap-drop=ALL'],
      '--security-opt=no-new-privileges',
      ...Object.entries(environment).map(([name, value]) => `--env=${name}=${value}`),
      ...[...this.volumes, ...(volume ? [volume] : [])].map((place) => `--volume=${place}`),
      ...[this.name, ...words],
    );
  }

  /** In the container that runs. @returns the output */
  exec(...words: readonly string[]): Promise<string> {
    return this.podman.call('exec', this.container, ...words);
  }

  private get container(): string {
    return this.name.replace(/.*\/|:.*/g, '');
  }
}
