import { DEFAULT_SECURITY, OpenfireKeys } from '../../passwords/openfire-keys.js';
import { SourceRefused } from '../../source.js';
import { readConfigurationFile } from './configuration-file.js';

const keys = new OpenfireKeys(DEFAULT_SECURITY);
const read = (inner: string) => readConfigurationFile(`<jive>${inner}</jive>`, keys);
const database = (url: string, password = '<password>s3cret</password>') =>
  read(`<connectionProvider><className>org.jivesoftware.database.DefaultConnectionProvider</className></connectionProvider>
    <database><defaultProvider><driver>x</driver><serverURL>${url}</serverURL>
    <username>of@reader</username>${password}</defaultProvider></database>`).database;

it('names domain and administrators of old versions', () => {
  const text = `<xmpp><domain>corp.example</domain></xmpp>
    <adminConsole><authorizedUsernames>ann, bob</authorizedUsernames></adminConsole>
    <admin><authorizedUsernames>eve</authorizedUsernames></admin>`;
  expect(read(text)).toEqual({
    ...{ domain: 'corp.example', administrators: ['eve', 'ann, bob'], database: null },
    properties: new Map([
      ['xmpp.domain', 'corp.example'],
      ['adminConsole.authorizedUsernames', 'ann, bob'],
      ['admin.authorizedUsernames', 'eve'],
    ]),
  });
  expect(readConfigurationFile(null, keys)).toEqual({
    ...{ domain: null, administrators: [], database: null, properties: new Map() },
  });
});

it('names the database', () => {
  expect(
    read(
      '<connectionProvider><className>org.jivesoftware.database.EmbeddedConnectionProvider</className></connectionProvider>',
    ).database,
  ).toEqual({ address: null, password: null });
  expect(database('jdbc:postgresql://db.corp.example:5433/openfire?ssl=true')).toEqual({
    ...{ address: 'postgres://of%40reader@db.corp.example:5433/openfire', password: 's3cret' },
  });
  expect(database('jdbc:mysql://db/of?rewriteBatchedStatements=true&amp;useSSL=false')).toEqual({
    ...{ address: 'mysql://of%40reader@db/of', password: 's3cret' },
  });
});

it('decrypts what is encrypted, by the master key that there is', () => {
  const encrypted =
    '0123456789abcdef88b82f5a18c27baca390fa850c77a1be232a1ca4f7f41fec5bd27bfbd6f7fc3f';
  const element = `<password encrypted="true">${encrypted}</password>`;
  expect(database('jdbc:mariadb://db/of', element)?.password).toBe('AbCdEfGhIjKlMnO');
});

it.each(['jdbc:oracle:thin:@db:1521:of', 'jdbc:sqlserver://db;databaseName=of'])(
  'refuses %s, which it cannot read',
  (url) => {
    expect(() => database(url)).toThrow(SourceRefused);
  },
);

it('refuses what is not well formed', () => {
  expect(() => readConfigurationFile('<jive>', keys)).toThrow('not well formed');
});
