import { ConfigurationFaults } from '@chat-admin/configuration/load-config';
import { fault, ok, some } from '../check.js';
import type { Check } from '../check.js';
import { withoutSettings } from '../config-file.js';

export const settings: Check = {
  code: 'program/settings',
  examine: (patient) => {
    try {
      patient.settings();
      return ok('The settings can be used');
    } catch (error) {
      if (!(error instanceof ConfigurationFaults)) throw error;
      const names = new Set(error.faults.map((text) => text.split(':')[0]!));
      return fault(some(error.faults), ...withoutSettings(patient, [...names]));
    }
  },
};
