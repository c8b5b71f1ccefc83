import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PLACES } from '../src/commands/certificate/run.js';
import { run } from './support/command-world.js';

const DOMAIN = 'chat.example.org';
const EC = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];

let folder: string;
let into: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chat-admin-certificate-'));
  into = join(folder, 'into');
  await mkdir(into);
  openssl(
    'req',
    '-x509',
    ...EC,
    '-nodes',
    '-days',
    '3',
    '-subj',
    '/CN=Authority',
    ...['-keyout', at('authority.key'), '-out', at('authority.pem')],
  );
});
afterEach(() => rm(folder, { recursive: true }));

const at = (name: string) => join(folder, name);
const openssl = (...words: string[]) => execFileSync('openssl', words, { stdio: 'pipe' });

/** As certbot stores what a local authority has signed. @param key instead of `-nodes` */
async function issue(lineage: string, names: string, days = '2', key = ['-nodes']): Promise<void> {
  const place = (name: string) => join(folder, 'live', lineage, name);
  await mkdir(place(''), { recursive: true });
  const named = ['-subj', '/CN=chat', '-addext', `subjectAltName=${names}`];
  openssl(
    'req',
    '-new',
    ...EC,
    ...key,
    ...named,
    '-keyout',
    place('privkey.pem'),
    '-out',
    at('csr'),
  );
  const signer = ['-CA', at('authority.pem'), '-CAkey', at('authority.key'), '-CAcreateserial'];
  const signed = ['-in', at('csr'), '-copy_extensions', 'copy', '-days', days];
  openssl('x509', '-req', ...signed, ...signer, '-out', place('cert.pem'));
  const own = await readFile(place('cert.pem'), 'utf8');
  await writeFile(place('fullchain.pem'), own + (await readFile(at('authority.pem'), 'utf8')));
}

const imports = (
  from: string,
  options = '',
  environment: NodeJS.ProcessEnv = { XMPP_DOMAIN: DOMAIN },
) => run(`certificate import ${join(folder, from)} --into ${into}${options}`, environment);
const written = (name: string) => readFile(join(into, `${DOMAIN}.${name}`), 'utf8');
const stored = (name: string) => readFile(join(folder, 'live', name), 'utf8');

it.each(['live/chat', 'live'])(
  'copies chain and key from %s for the group of the folder',
  async (from) => {
    await issue('chat', `DNS:${DOMAIN}`);
    await issue('other', 'DNS:other.example.org');
    await writeFile(join(folder, 'live/README'), 'about the folders');
    const { code, out, err } = await imports(from);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(
      /^The certificate of chat\.example\.org is valid until \d{4}-\d\d-\d\d\.\n/,
    );
    expect(await written('crt')).toBe(await stored('chat/fullchain.pem'));
    expect(await written('key')).toBe(await stored('chat/privkey.pem'));
    const { gid } = await stat(into);
    for (const kind of ['crt', 'key']) {
      const file = await stat(join(into, `${DOMAIN}.${kind}`));
      expect([file.mode & 0o777, file.uid, file.gid]).toEqual([0o640, process.getuid!(), gid]);
    }
    expect(await readdir(into)).toHaveLength(2);
  },
);

it('takes the one that ends last, also for all names below, and replaces the former', async () => {
  await issue('a', `DNS:${DOMAIN}`);
  expect((await imports('live')).code).toBe(0);
  await issue('b', 'DNS:*.example.org', '3');
  const { code, out } = await imports('live', ' --json');
  expect([code, JSON.parse(out)]).toMatchObject([0, { domain: DOMAIN, reloaded: [] }]);
  expect(await written('key')).toBe(await stored('b/privkey.pem'));
});

it('passes over what cannot be read of others', async () => {
  await issue('chat', `DNS:${DOMAIN}`);
  await issue('broken', 'DNS:other.example.org');
  await writeFile(join(folder, 'live/broken/fullchain.pem'), 'none');
  expect((await imports('live')).code).toBe(0);
  expect(await written('key')).toBe(await stored('chat/privkey.pem'));
});

it('knows a domain with other letters by its labels in ASCII', async () => {
  await issue('chat', 'DNS:xn--bcher-kva.example');
  const { code, err } = await imports('live', '', { XMPP_DOMAIN: 'bücher.example' });
  expect([code, err]).toEqual([0, '']);
});

it('reloads HAProxy with the services, since it reads their files', async () => {
  const { folder: tls } = PLACES.find(({ units }) => units.includes('haproxy'))!;
  const file = new URL('../../../packaging/haproxy/haproxy.cfg', import.meta.url);
  expect(await readFile(file, 'utf8')).toContain(` ssl crt ${tls}/example.org.crt `);
});

it.each(PLACES.flatMap(({ units }) => units).filter((unit) => unit.startsWith('chat-admin')))(
  '%s can be reloaded',
  async (unit) => {
    const file = new URL(`../../../packaging/debian/units/${unit}.service`, import.meta.url);
    expect(await readFile(file, 'utf8')).toMatch(/^ExecReload=.*kill -HUP \$MAINPID/m);
  },
);

it('takes files that are named by the domain', async () => {
  await issue('chat', `DNS:${DOMAIN}`);
  await writeFile(at(`${DOMAIN}.crt`), await stored('chat/fullchain.pem'));
  await writeFile(at(`${DOMAIN}.key`), await stored('chat/privkey.pem'));
  expect((await imports('', ` --domain ${DOMAIN}`, {})).code).toBe(0);
});

describe('writes nothing when', () => {
  beforeEach(() => issue('chat', `DNS:${DOMAIN}`));
  afterEach(async () => {
    expect(await readdir(into)).toEqual([]);
  });

  it('there is none for the domain', async () => {
    const { code, err } = await imports('live', ' --domain example.net', {});
    expect(code).toBe(66);
    expect(err).toContain(`There is no certificate for example.net in ${at('live')}`);
    expect(err).toContain(`fullchain.pem is for ${DOMAIN}`);
    expect((await imports('into')).err).toContain('Looked for fullchain.pem with privkey.pem, ');
    expect(await imports('nowhere')).toMatchObject({ code: 66 });
  });

  it('the key is missing, another one, no key, or has a passphrase', async () => {
    const key = join(folder, 'live/chat/privkey.pem');
    await rm(key);
    expect(await imports('live')).toMatchObject({ code: 66 });
    await writeFile(key, await readFile(at('authority.key')));
    const other = await imports('live');
    expect([other.code, other.err]).toEqual([1, expect.stringContaining('does not fit')]);
    await writeFile(key, 'none');
    expect((await imports('live')).err).toContain('has no key in PEM');
    await issue('chat', `DNS:${DOMAIN}`, '2', ['-passout', 'pass:secret']);
    expect((await imports('live')).err).toContain('has a passphrase');
  });

  it('it has expired, cannot be read, or its chain is of somebody else', async () => {
    const file = join(folder, 'live/chat/fullchain.pem');
    const [own, authority] = [
      await stored('chat/cert.pem'),
      await readFile(at('authority.pem'), 'utf8'),
    ];
    await writeFile(file, own + own + authority);
    const chain = await imports('live');
    expect([chain.code, chain.err]).toEqual([1, expect.stringContaining('did not issue')]);
    await writeFile(file, own.replace(/\n[^-]+\n/, '\nAAAA\n'));
    expect((await imports('live')).err).toContain('cannot be read');
    await writeFile(file, 'none');
    expect((await imports('live')).err).toContain('has no certificate in PEM');
    await issue('chat', `DNS:${DOMAIN}`, '-1');
    const expired = await imports('live');
    expect([expired.code, expired.err]).toEqual([1, expect.stringMatching(/expired on \d{4}/)]);
  });

  it('it is not known whose is meant', async () => {
    const { code, err } = await imports('live', '', {});
    expect([code, err]).toEqual([78, expect.stringContaining('XMPP_DOMAIN is not set')]);
    expect(await imports('live', ' --domain a..b', {})).toMatchObject({ code: 64 });
  });
});

it('says where it cannot write', async () => {
  await issue('chat', `DNS:${DOMAIN}`);
  const { code, err } = await run(`certificate import ${at('live')} --into ${at('nowhere')}`, {
    XMPP_DOMAIN: DOMAIN,
  });
  expect([code, err]).toEqual([77, expect.stringContaining('nowhere (ENOENT)')]);
});
