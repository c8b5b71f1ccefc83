import type { ReactNode } from 'react';
import { formatList, formatNumber } from '../texts/formats';
import { plain } from '../texts/plain';
import { useSay } from '../texts/texts';
import { Time } from '../ui/time';
import { choiceText } from './field-table';
import type { FieldName, FieldSpec, FieldTable } from './field-table';
import type { Property } from './changes';

/** A value of a document, as text: nothing of it becomes markup. */
export function ShowValue<T>({
  table,
  name,
  spec,
  value,
  isAbsolute = false,
}: {
  readonly table: FieldTable<T>;
  readonly name: FieldName<T>;
  readonly spec: FieldSpec;
  readonly value: unknown;
  readonly isAbsolute?: boolean;
}): ReactNode {
  const say = useSay();
  if (value === null || value === undefined || value === '') return null;
  switch (spec.kind) {
    case 'switch':
      return value === true ? say('common.yes') : say('common.no');
    case 'number':
      return formatNumber(Number(value));
    case 'time':
      return <Time of={String(value)} isAbsolute={isAbsolute} />;
    case 'choice':
      return choiceText(table, name, String(value));
    case 'choices':
      return formatList((value as readonly string[]).map((one) => choiceText(table, name, one)));
    case 'list':
      return formatList((value as readonly string[]).map(plain));
    case 'properties':
      return formatList(
        (value as readonly Property[]).map((one) => `${plain(one.key)}: ${plain(one.value)}`),
      );
    case 'password':
      return '••••••••';
    case 'text':
    case 'email':
    case 'multiline':
      return plain(String(value));
  }
}
