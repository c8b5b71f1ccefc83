import { useState } from 'react';
import { Fault } from '../ui/refused';
import { useSay } from '../texts/texts';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Field } from '../ui/field';
import { NativeSelect } from '../ui/native-select';

/** In seconds. */
const OVERLAPS = { none: 0, hour: 3_600, day: 86_400, week: 604_800, month: 2_592_000 } as const;
type Overlap = keyof typeof OVERLAPS;

/** A new secret; the old one stays valid for a while. */
export function RotateDialog({
  isOpen,
  onClose,
  title,
  text,
  onRotate,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly text: string;
  readonly onRotate: (overlapSeconds: number) => Promise<void>;
}) {
  const say = useSay();
  const [overlap, setOverlap] = useState<Overlap>('day');
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  const rotate = async () => {
    setBusy(true);
    setFault(null);
    try {
      await onRotate(OVERLAPS[overlap]);
    } catch (error) {
      setFault(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      description={text}
      actions={
        <>
          <Button onClick={onClose}>{say('common.cancel')}</Button>
          <Button kind="primary" isBusy={isBusy} onClick={() => void rotate()}>
            {title}
          </Button>
        </>
      }
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
      {fault !== null && <Fault of={fault} />}
    </Dialog>
  );
}
