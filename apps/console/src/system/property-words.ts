import { sayIfKnown } from '../shared/texts/texts';
import type { Property } from './properties.queries';

/** What a property decides; that of one which the console does not know, in the words of the API. */
export const descriptionOf = ({ key, description }: Property): string | null =>
  description
    ? (sayIfKnown(`system.descriptions.${key.replaceAll('.', '/')}`) ?? description)
    : null;

export const kindOf = ({ type }: Property): string | null =>
  type ? (sayIfKnown(`system.kinds.${type}`) ?? type) : null;
