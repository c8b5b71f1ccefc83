import { CidrRanges } from './address-list.js';
import { ValidateBy } from 'class-validator';
import type { ValidationOptions } from 'class-validator';

const ranges = new CidrRanges();

export const IsAddressRange = (options: ValidationOptions): PropertyDecorator =>
  ValidateBy(
    {
      name: 'addressRange',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && ranges.isUsable(value),
        defaultMessage: () => 'must be addresses or CIDR ranges',
      },
    },
    options,
  );
