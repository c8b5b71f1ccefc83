import { execFile } from 'node:child_process';
import {
  chmod,
  copyFile,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { commitTime } from './commit-time.js';
import { workspace } from './libraries.js';

const INPUTS = join(workspace, 'packaging/debian');
const SCRIPTS = ['postinst', 'prerm', 'postrm'];
/** Half a minute faster than the default for Node's program, and a sixth larger. */
const COMPRESSION = ['-Zxz', '-z1'];

interface Build {
  /** its inputs are in `packaging/debian/<name>` */
  readonly name: string;
  readonly version: string;
  /** of Debian, or `all` */
  readonly architecture: string;
  /** an existing folder */
  readonly into: string;
}

/** The tree of a Debian package while it is filled. */
export class DebianPackage {
  private constructor(
    readonly name: string,
    readonly version: string,
    private readonly architecture: string,
    private readonly root: string,
  ) {}

  /**
   * Lets `fill` fill an empty tree, completes it with what every package has, and builds it. The same commit makes the same bytes.
   * @returns the path of the package
   */
  static async build(
    { name, version, architecture, into }: Build,
    fill: (tree: DebianPackage) => Promise<void>,
  ): Promise<string> {
    const root = await mkdtemp(join(tmpdir(), 'chat-admin-debian-'));
    try {
      const tree = new DebianPackage(name, version, architecture, root);
      await fill(tree);
      return await tree.complete(into);
    } finally {
      await rm(root, { recursive: true });
    }
  }

  /** @param path in the tree; @param mode of the file */
  async write(path: string, content: string | Buffer, mode = 0o644): Promise<void> {
    await mkdir(join(this.root, dirname(path)), { recursive: true });
    await writeFile(join(this.root, path), content);
    await chmod(join(this.root, path), mode);
  }

  /** Copies a file, or a folder with all that is in it. */
  async copy(source: string, path: string): Promise<void> {
    await mkdir(join(this.root, dirname(path)), { recursive: true });
    await cp(source, join(this.root, path), { recursive: true });
  }

  async folder(path: string, mode: number): Promise<void> {
    await mkdir(join(this.root, path), { recursive: true });
    await chmod(join(this.root, path), mode);
  }

  /** A text of `packaging/debian`. */
  input(path: string): Promise<string> {
    return readFile(join(INPUTS, path), 'utf8');
  }

  private async complete(into: string): Promise<string> {
    const documents = `usr/share/doc/${this.name}`;
    await this.write(`${documents}/copyright`, await this.input('copyright'));
    await this.write(`${documents}/NOTICE`, await readFile(join(workspace, 'NOTICE')));
    const changes = await readFile(join(workspace, 'CHANGELOG.md'));
    await this.write(`${documents}/CHANGELOG.md.gz`, gzipSync(changes, { level: 9 }));
    const changelog = gzipSync(await this.changelog(), { level: 9 });
    await this.write(`${documents}/changelog.gz`, changelog);
    const readme = join(INPUTS, this.name, 'README.Debian');
    await copyFile(readme, join(this.root, documents, 'README.Debian'));
    const overrides = await this.input(`${this.name}/lintian-overrides`);
    await this.write(`usr/share/lintian/overrides/${this.name}`, overrides);
    const size = await openTree(this.root);
    await this.writeControl(size);
    return this.pack(into);
  }

  /** As Debian's tools read it. */
  private async changelog(): Promise<string> {
    const maintainer = /^Maintainer: (.*)$/m.exec(await this.input(`${this.name}/control`))![1]!;
    const date = new Date(commitTime() * 1000).toUTCString().replace('GMT', '+0000');
    const change = `  * This version: /usr/share/doc/${this.name}/CHANGELOG.md.gz`;
    const head = `${this.name} (${this.version}) unstable; urgency=medium`;
    return `${head}\n\n${change}\n\n -- ${maintainer}  ${date}\n`;
  }

  private async writeControl(sizeBytes: number): Promise<void> {
    const control = (await this.input(`${this.name}/control`))
      .replaceAll('@VERSION@', this.version)
      .replace('@ARCHITECTURE@', this.architecture)
      .replace('@SIZE@', String(Math.ceil(sizeBytes / 1024)));
    const files = [...(await filesOf(this.root))].sort();
    const conffiles = files.filter((path) => path.startsWith('etc/')).map((path) => `/${path}\n`);
    const { stdout: sums } = await promisify(execFile)('md5sum', ['--', ...files], {
      cwd: this.root,
      maxBuffer: 10_000_000,
    });
    await this.write('DEBIAN/control', control);
    await this.write('DEBIAN/md5sums', sums);
    if (conffiles.length > 0) await this.write('DEBIAN/conffiles', conffiles.join(''));
    for (const script of SCRIPTS) {
      const text = await this.input(`${this.name}/${script}`).catch(() => null);
      if (text !== null) await this.write(`DEBIAN/${script}`, text, 0o755);
    }
    await chmod(join(this.root, 'DEBIAN'), 0o755);
  }

  private async pack(into: string): Promise<string> {
    const env = { ...process.env, SOURCE_DATE_EPOCH: String(commitTime()) };
    const words = ['--root-owner-group', ...COMPRESSION, '--build', this.root, into];
    await promisify(execFile)('dpkg-deb', words, { env });
    return join(into, `${this.name}_${this.version}_${this.architecture}.deb`);
  }
}

/** Readable for everybody, except what is closed on purpose. @returns the size of all files, in bytes */
async function openTree(folder: string): Promise<number> {
  await chmod(folder, 0o755);
  let size = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const { mode, size: own } = await lstat(path);
    size += own;
    if ((mode & 0o777) === 0o700 && entry.isDirectory()) continue;
    await chmod(path, entry.isDirectory() || mode & 0o100 ? 0o755 : 0o644);
  }
  return size;
}

async function filesOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
