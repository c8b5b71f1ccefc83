import { formatDate, momentOf } from '../texts/formats';
import { plain } from '../texts/plain';
import { sayIfKnown, useSay } from '../texts/texts';
import type { FilterSpec } from './list';

/** How a filter is called. */
export const filterLabel = (texts: string, name: string): string =>
  sayIfKnown(`${texts}.filters.${name}`) ?? sayIfKnown(`${texts}.fields.${name}`) ?? name;

/** How a choice of a filter is called. */
export const filterChoice = (texts: string, name: string, choice: string): string =>
  sayIfKnown(`${texts}.filterChoices.${name}.${choice}`) ??
  sayIfKnown(`${texts}.choices.${name}.${choice}`) ??
  choice;

/** What a filter says, in words. */
export function useFilterWords(
  texts: string,
): (name: string, spec: FilterSpec, value: unknown) => string {
  const say = useSay();
  return (name, spec, value) => {
    const label = filterLabel(texts, name);
    return `${label}: ${valueText()}`;
    function valueText(): string {
      switch (spec.kind) {
        case 'flag':
          return value === true ? say('common.yes') : say('common.no');
        case 'day':
          return formatDate(momentOf(`${String(value)}T12:00`));
        case 'choice':
          return filterChoice(texts, name, String(value));
        case 'text':
          return plain(String(value));
      }
    }
  };
}
