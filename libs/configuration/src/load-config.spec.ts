import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IsBoolean, IsString, Matches, MinLength } from 'class-validator';
import { ConfigurationFaults, loadConfig } from './load-config.js';
import { Setting, settingsOf } from './setting.js';
import { WholeNumber } from './whole-number.js';

class SampleConfig {
  @Setting('SAMPLE_PORT', 'Port')
  @WholeNumber(0, 65_535)
  port = 9090;

  @Setting('SAMPLE_SECRET', 'Secret', { secret: true })
  @IsString()
  @MinLength(8)
  secret = 'unset-secret';

  @Setting('SAMPLE_FLAG', 'Flag')
  @IsBoolean()
  flag = false;

  @Setting('SAMPLE_LIST', 'List')
  @IsString({ each: true })
  list: readonly string[] = [];
}

class StrictConfig {
  @Setting('SAMPLE_CODE', 'Code')
  @IsString({ message: 'must be set' })
  @MinLength(3, { message: 'must be longer' })
  @Matches(/^[a-z]+$/, { message: 'must be letters' })
  code: string;

  @Setting('SAMPLE_COUNT', 'Count')
  @WholeNumber(1)
  count = 1;
}

class LargerConfig extends SampleConfig {
  @Setting('SAMPLE_NAME', 'Name')
  @IsString()
  name = 'nobody';
}

describe('settingsOf', () => {
  it('lists the settings with their defaults in the order of declaration, inherited ones first', () => {
    const listed = settingsOf(LargerConfig).map(({ name, default: value }) => [name, value]);
    expect(listed).toEqual([
      ['SAMPLE_PORT', 9090],
      ['SAMPLE_SECRET', 'unset-secret'],
      ['SAMPLE_FLAG', false],
      ['SAMPLE_LIST', []],
      ['SAMPLE_NAME', 'nobody'],
    ]);
    expect(settingsOf(SampleConfig)).toHaveLength(4);
  });
});

describe('loadConfig', () => {
  const folder = mkdtempSync(join(tmpdir(), 'configuration-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('uses defaults for unset and empty variables', () => {
    expect(loadConfig(SampleConfig, { SAMPLE_PORT: '' })).toEqual(new SampleConfig());
  });

  it('parses each kind of value', () => {
    const config = loadConfig(SampleConfig, {
      SAMPLE_PORT: '8080',
      SAMPLE_FLAG: 'True',
      SAMPLE_LIST: ' a, b ,,c',
      SAMPLE_SECRET: 'long enough',
    });
    expect(config).toMatchObject({
      port: 8080,
      flag: true,
      list: ['a', 'b', 'c'],
      secret: 'long enough',
    });
  });

  it('reads a secret from a file, without its final line break', () => {
    const file = join(folder, 'secret');
    writeFileSync(file, 'from a file \n');
    expect(loadConfig(SampleConfig, { SAMPLE_SECRET_FILE: file }).secret).toBe('from a file ');
  });

  it('reports all faults at once, by name and without values', () => {
    const wrong = { SAMPLE_PORT: '99999', SAMPLE_FLAG: 'perhaps', SAMPLE_SECRET: 'hunter2' };
    const load = (): unknown => loadConfig(SampleConfig, wrong);
    expect(load).toThrow(ConfigurationFaults);
    expect(load).toThrow(/SAMPLE_PORT[^]*SAMPLE_SECRET[^]*SAMPLE_FLAG/);
    expect(load).not.toThrow(/hunter2|99999|perhaps/);
  });

  it.each([
    [{}, 'SAMPLE_CODE: must be set'],
    [{ SAMPLE_CODE: '12' }, 'SAMPLE_CODE: must be longer'],
    [{ SAMPLE_CODE: '123' }, 'SAMPLE_CODE: must be letters'],
    [{ SAMPLE_CODE: 'abc', SAMPLE_COUNT: 'x' }, 'SAMPLE_COUNT: must be a whole number, 1 or more'],
  ])('reports one fault of %j, by the rule declared first', (environment, fault) => {
    let thrown: unknown;
    try {
      loadConfig(StrictConfig, environment);
    } catch (error) {
      thrown = error;
    }
    expect((thrown as ConfigurationFaults).faults).toEqual([fault]);
  });

  it.each(['x', '-1', '65536', '1.5', '1e3', '0x10'])('refuses %s as a port', (port) => {
    expect(() => loadConfig(SampleConfig, { SAMPLE_PORT: port })).toThrow(
      'SAMPLE_PORT: must be a whole number, 0 to 65535',
    );
  });

  it.each([0, 65_535])('accepts the bound %i', (port) => {
    expect(loadConfig(SampleConfig, { SAMPLE_PORT: String(port) }).port).toBe(port);
  });

  it('recognises what Kubernetes sets for a Service of that name', () => {
    expect(() => loadConfig(SampleConfig, { SAMPLE_PORT: 'tcp://10.0.0.1:80' })).toThrow(
      'SAMPLE_PORT: looks like a Kubernetes service link; set enableServiceLinks: false',
    );
  });

  it('reads and validates inherited settings', () => {
    const config = loadConfig(LargerConfig, { SAMPLE_PORT: '8080', SAMPLE_NAME: 'ann' });
    expect(config).toMatchObject({ port: 8080, name: 'ann', flag: false });
    expect(() => loadConfig(LargerConfig, { SAMPLE_PORT: '99999' })).toThrow(/SAMPLE_PORT/);
  });

  it('refuses a secret that is set twice, and an unreadable file', () => {
    expect(() =>
      loadConfig(SampleConfig, {
        SAMPLE_SECRET: 'long enough',
        SAMPLE_SECRET_FILE: join(folder, 'none'),
      }),
    ).toThrow(/SAMPLE_SECRET: set together[^]*SAMPLE_SECRET_FILE: the file cannot be read/);
  });
});
