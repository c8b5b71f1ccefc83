import { ApiConfig } from '@chat-admin/api/config';
import { ConfigurationFaults, loadConfig } from '@chat-admin/configuration/load-config';
import type { Environment } from '@chat-admin/configuration/load-config';
import { LegacyConfig } from '@chat-admin/legacy-userservice/config';

/** The settings of both apps. The common ones, such as `DATABASE_URL`, are equal in both. */
export interface ServeConfig {
  readonly api: ApiConfig;
  readonly userService: LegacyConfig;
  /** of both, one after the other */
  readonly drainDelayMs: number;
  readonly stopGraceMs: number;
}

/** @throws ConfigurationFaults naming the faults of both */
export function loadServeConfig(environment: Environment): ServeConfig {
  const faults = new Set<string>();
  const load = <T extends object>(config: new () => T): T | null => {
    try {
      return loadConfig(config, environment);
    } catch (error) {
      if (!(error instanceof ConfigurationFaults)) throw error;
      for (const fault of error.faults) faults.add(fault);
      return null;
    }
  };
  const api = load(ApiConfig);
  const userService = load(LegacyConfig);
  if (api === null || userService === null) throw new ConfigurationFaults([...faults]);
  return {
    api,
    userService,
    drainDelayMs: api.drainDelayMs + userService.drainDelayMs,
    stopGraceMs: api.stopGraceMs + userService.stopGraceMs,
  };
}
