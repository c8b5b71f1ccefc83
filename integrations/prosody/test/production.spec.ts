import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBound } from '@chat-admin/processes/bound-process';
import { stablePort } from '@chat-admin/processes/stable-port';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { ensureCertificate } from '@chat-admin/prosody-server/certificate';
import { findProsody } from '@chat-admin/prosody-server/installed-prosody';
import {
  MODULES_DIRECTORY,
  TOKEN_VARIABLE,
} from '@chat-admin/prosody-server/prosody-configuration';
import * as modules from '@chat-admin/prosody-server/prosody-modules';
import { BRIDGE_TOKEN } from '../src/prosody-control.js';
import { World } from '../src/world.js';

const suite = await suiteNeeds(describe, 'The configuration for production', [
  'prosody',
  'prosody-modules',
]);
const sample = readFileSync(new URL('../production/prosody.cfg.lua', import.meta.url), 'utf8');

describe('The configuration for production', () => {
  it('loads what development loads', () => {
    const { STOCK_MODULES, GLOBAL_MODULES, DOMAIN_MODULES, DISABLED_MODULES } = modules;
    const optional = Object.keys(modules.OPTIONAL_MODULES);
    for (const name of [
      ...[STOCK_MODULES, GLOBAL_MODULES, DOMAIN_MODULES, DISABLED_MODULES, optional].flat(),
    ]) {
      expect(sample).toContain(`"${name}"`);
    }
    for (const [label, module] of Object.entries(modules.COMPONENTS)) {
      expect(sample).toContain(`Component "${label}.example.org" "${module}"`);
    }
    for (const [store, driver] of Object.entries(modules.OWN_STORES)) {
      expect(sample).toContain(`${store} = "${driver}"`);
    }
  });
});

suite('The configuration for production', () => {
  const directory = mkdtempSync(join(tmpdir(), 'chat-admin-production-'));
  let world: World;
  beforeAll(async () => {
    world = await World.start();
    await world.prosody.stop(); // there is one per database
  });
  afterAll(async () => {
    await world?.stop();
    rmSync(directory, { recursive: true });
  });

  it('serves', async () => {
    const certificate = await ensureCertificate(directory, world.domain);
    const [plain, direct, http, https] = [
      await stablePort(),
      await stablePort(),
      await stablePort(),
      await stablePort(),
    ];
    const { conninfo, password } = world.engine;
    const file = join(directory, 'prosody.cfg.lua');
    const places: [string | RegExp, string][] = [
      [/local database = ".*"/, `local database = ${JSON.stringify(conninfo)}`],
      ['/opt/chat-admin/integrations/prosody/modules', MODULES_DIRECTORY],
      ['certificates = "certs"', `certificates = "${join(directory, 'certificates')}"`],
      ['{ 5222 }', `{ ${plain} }`],
      ['{ 5223 }', `{ ${direct} }`],
      ['{ 5280 }', `{ ${http} }`],
      ['{ 5281 }', `{ ${https} }`],
    ];
    const text = places.reduce((all, [from, to]) => {
      expect(all).toMatch(from);
      return all.replace(from, to);
    }, sample);
    const asRoot = process.getuid?.() === 0 ? 'run_as_root = true\n' : '';
    writeFileSync(file, `${asRoot}data_path = "${directory}"\n${text}`);
    const { program } = await findProsody();
    const server = startBound(program, ['-F', '--config', file], {
      environment: { [TOKEN_VARIABLE]: BRIDGE_TOKEN, PGPASSWORD: password },
    });
    try {
      const health = await until('it is attached to the database', async () => {
        const reply = await fetch(`http://127.0.0.1:${http}/bridge/health`, {
          headers: { authorization: `Bearer ${BRIDGE_TOKEN}` },
        });
        const document = (await reply.json()) as Health;
        return document.database.attached && document;
      });
      expect(certificate).not.toBeNull();
      expect(health.listeners).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ kind: 'c2s', encrypted: false, port: plain }),
          expect.objectContaining({ kind: 'c2s', encrypted: true, port: direct }),
          expect.objectContaining({ kind: 'bosh', encrypted: true, port: https }),
        ]),
      );
      expect(server.output()).not.toMatch(/\berror\b/);
    } finally {
      await server.stop();
    }
  });
});

interface Health {
  readonly listeners: readonly object[];
  readonly database: { readonly attached: boolean };
}
