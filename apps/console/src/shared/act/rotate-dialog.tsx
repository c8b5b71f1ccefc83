import { useState } from 'react';
import { useSay } from '../texts/texts';
import { AskDialog } from '../ui/ask-dialog';
import { Field } from '../ui/field';
import { NativeSelect } from '../ui/native-select';

/** In seconds. */
const OVERLAPS = { none: 0, hour: 3_600, day: 86_400, week: 604_800, month: 2_592_000 } as const;
type Overlap = keyof typeof OVERLAPS;

/** A new secret; the old one stays valid for a while. */
export function RotateDialog({
  onClose,
  title,
  text,
  onRotate,
}: {
  readonly onClose: () => void;
  readonly title: string;
  readonly text: string;
  readonly onRotate: (overlapSeconds: number) => Promise<void>;
}) {
  const say = useSay();
  const [overlap, setOverlap] = useState<Overlap>('day');
  return (
    <AskDialog
      onClose={onClose}
      title={title}
      description={text}
      act={title}
      onAct={() => onRotate(OVERLAPS[overlap])}
    >
      <Field label={say('rotate.overlap')}>
        {({ id }) => (
          <NativeSelect<Overlap>
            id={id}
            value={overlap}
            choices={(Object.keys(OVERLAPS) as Overlap[]).map((value) => ({
              value,
              label: say(`rotate.overlaps.${value}`),
            }))}
            onChange={setOverlap}
          />
        )}
      </Field>
    </AskDialog>
  );
}
