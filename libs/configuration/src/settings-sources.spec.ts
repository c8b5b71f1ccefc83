import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settingsSources } from './settings-sources.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'settings-sources-'));
  file = join(folder, 'chat-admin.conf');
});
afterEach(() => rmSync(folder, { recursive: true }));

const sources = (environment: Record<string, string>, text = '') => {
  writeFileSync(file, text);
  return settingsSources({ CHAT_ADMIN_CONFIG: file, ...environment });
};

describe('settings', () => {
  it('are taken from the environment, then from credentials, then from the file', () => {
    const credentials = join(folder, 'credentials');
    mkdirSync(credentials);
    writeFileSync(join(credentials, 'database-url'), 'postgres://b');
    const text = `# a comment
      API_PORT=9000
      LEGACY_PORT="9001" # quoted
      DATABASE_URL=postgres://c
      LOG_LEVEL=
      REDIS_URL='redis://c'
      `;
    const given = { API_PORT: '1', LEGACY_PORT: '', CREDENTIALS_DIRECTORY: credentials };
    const { environment, fromFile, faults, unknown } = sources(given, text);
    expect({ faults, unknown }).toEqual({ faults: [], unknown: [] });
    expect([...fromFile].sort()).toEqual(['LEGACY_PORT', 'REDIS_URL']);
    expect(environment).toEqual({
      ...{ CHAT_ADMIN_CONFIG: file, CREDENTIALS_DIRECTORY: credentials },
      ...{ API_PORT: '1', LEGACY_PORT: '9001', REDIS_URL: 'redis://c' },
      DATABASE_URL_FILE: join(credentials, 'database-url'),
    });
  });

  it('of the file give way to a file of the same secret', () => {
    const given = { REDIS_URL_FILE: '/run/redis' };
    expect(sources(given, 'REDIS_URL=redis://c').environment['REDIS_URL']).toBeUndefined();
    const other = sources({ REDIS_URL: 'redis://a' }, 'REDIS_URL_FILE=/run/redis');
    expect(other.environment['REDIS_URL_FILE']).toBeUndefined();
  });

  it('need no file, but the one that is named', () => {
    expect(settingsSources({}).faults).toEqual([]);
    const missing = join(folder, 'missing');
    const { faults, unreadable } = settingsSources({ CHAT_ADMIN_CONFIG: missing });
    expect(unreadable).toMatch(`CHAT_ADMIN_CONFIG: ${missing} cannot be read (ENOENT); `);
    expect(faults).toEqual([unreadable]);
    expect(settingsSources({ CHAT_ADMIN_CONFIG: folder }).unreadable).toContain('(EISDIR)');
  });

  it('are lines of the file, all of them', () => {
    const { faults } = sources({}, 'API_PORT 9000\nLEGACY_PORT=1\nAPI_HOST: ::1\n');
    expect(faults).toEqual([
      `CHAT_ADMIN_CONFIG: ${file} has 2 lines that are no NAME=value; mend them`,
    ]);
    expect(sources({}, 'XMPP_DOMAIN="two\nlines"\n\n# a=b\nexport API_PORT=1').faults).toEqual([]);
  });
});

describe('a name', () => {
  it.each([
    ['API_PROT', 'did you mean API_PORT?'],
    ['API_PORTS', 'did you mean API_PORT?'],
    ['DATABASE_URL_FLE', 'did you mean DATABASE_URL_FILE?'],
    ['LOG_LEVLE', 'did you mean LOG_LEVEL?'],
    ['API_PORT_FILE', 'API_PORT is no secret, set it itself'],
  ])('%s is a fault, wherever it stands', (name, advice) => {
    const fault = `${name}: there is no such setting; ${advice}`;
    expect(sources({ [name]: 'hidden' }).faults).toEqual([fault]);
    expect(sources({}, `${name}=hidden`).faults).toEqual([fault]);
  });

  it.each(['API_KEY', 'API_SERVICE_HOST', 'LOG_COLOURS', 'CHAT_ADMIN_PORT_9090_TCP'])(
    '%s is odd in the environment, and a fault in the file',
    (name) => {
      expect(sources({ [name]: '1' })).toMatchObject({ faults: [], unknown: [name] });
      expect(sources({}, `${name}=1`).faults).toEqual([
        `${name}: there is no such setting; remove it`,
      ]);
    },
  );

  it.each(['PATH', 'HOME', 'NODE_OPTIONS', 'API', 'npm_config_cache', 'PGHOST', 'LOGNAME'])(
    '%s in the environment is of somebody else',
    (name) => {
      expect(sources({ [name]: '1' })).toMatchObject({ faults: [], unknown: [] });
    },
  );

  it('of a setting or of the file of a secret is known', () => {
    const given = { API_PORT: '1', DATABASE_URL_FILE: '/f', DATA_DIR: '/d' };
    const owner = { DATABASE_MIGRATION_URL_FILE: '/etc/chat-admin/owner/database-migration-url' };
    expect(sources(owner)).toMatchObject({ faults: [], unknown: [] });
    expect(sources(given)).toMatchObject({ faults: [], unknown: [] });
    expect(sources({ API_PROT: '' }).faults).toEqual([]);
  });
});
