import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useRun } from '../act/use-run';
import { useSay } from '../texts/texts';
import { Button } from './button';
import { Dialog } from './dialog';
import { Field } from './field';
import { Input } from './input';
import { Fault } from './refused';

interface Props {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** facts: what ends, goes or changes */
  readonly children?: ReactNode;
  /** names the act: "Delete ola" */
  readonly act: string;
  /** what has to be typed where nothing brings it back */
  readonly typed?: string;
  readonly onConfirm: () => Promise<unknown>;
}

/**
 * Asks before something ends. Where it cannot be taken back, the name has to be typed; Enter does not press it, and focus
 * starts on Cancel. It stays bound to what it was opened for: give it a `key` where that may change.
 */
export function Confirm({ isOpen, onClose, title, children, act, typed, onConfirm }: Props) {
  const say = useSay();
  const cancel = useRef<HTMLButtonElement>(null);
  const [text, setText] = useState('');
  const { isBusy, fault, setFault, run } = useRun();
  const close = () => {
    setText('');
    setFault(null);
    onClose();
  };
  const confirm = async () => {
    if (!(await run(onConfirm))) return;
    setText('');
    onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      isBusy={isBusy}
      onClose={close}
      title={title}
      initialFocus={cancel}
      actions={
        <>
          <Button ref={cancel} disabled={isBusy} onClick={close}>
            {say('common.cancel')}
          </Button>
          <Button
            kind="danger"
            onClick={() => void confirm()}
            isBusy={isBusy}
            disabled={typed !== undefined && text !== typed}
          >
            {act}
          </Button>
        </>
      }
    >
      {children}
      {typed !== undefined && (
        <Field label={say('common.typeToConfirm', { name: typed })}>
          {(control) => (
            <Input
              {...control}
              value={text}
              onChange={({ target }) => setText(target.value)}
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
      )}
      {fault !== null && <Fault of={fault} />}
    </Dialog>
  );
}
