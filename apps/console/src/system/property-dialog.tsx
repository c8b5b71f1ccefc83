import { useRef, useState } from 'react';
import { act } from '../shared/act/act';
import { useRun } from '../shared/act/use-run';
import { Fault } from '../shared/ui/refused';
import { whoOf } from '../shared/people/named';
import { Thing } from '../shared/people/thing';
import { useMay } from '../shared/session/session';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import { Copy } from '../shared/ui/copy';
import { Dialog } from '../shared/ui/dialog';
import { Facts } from '../shared/ui/facts';
import { Field } from '../shared/ui/field';
import { Input } from '../shared/ui/input';
import { Time } from '../shared/ui/time';
import type { Property } from './properties.queries';
import { store, storedValue } from './properties.queries';
import { ownCommand } from '../shared/texts/own-command';
import { canCutOff, commandOf } from './property-rules';
import { descriptionOf, kindOf } from './property-words';
import styles from './system.module.css';
import { ValueInput } from './value-input';

/** One property: what it decides, and its value, or why that is locked. */
export function PropertyDialog({
  property: now,
  onClose,
}: {
  readonly property: Property;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const may = useMay();
  const [property] = useState(now);
  const { key, sensitive = false } = property;
  const description = descriptionOf(property);
  const isLocked = property.locked === true || !may('properties:write');
  const [value, setValue] = useState(sensitive ? '' : (property.value ?? ''));
  const [typed, setTyped] = useState('');
  const { isBusy, fault, run } = useRun();
  const cancel = useRef<HTMLButtonElement>(null);
  const isTyped = !canCutOff(property) || typed === key;
  const isChanged = sensitive ? value !== '' : value !== (property.value ?? '');

  const change = async (next: string | null) => {
    const isDone = await run(async () => {
      const before = await storedValue(key);
      await act({
        run: () => store(key, next),
        done: say(next === null ? 'system.resetDone' : 'system.saved', { key: plain(key) }),
        touches: ['properties'],
        // what a secret was, nobody knows
        ...(!sensitive && { undo: () => store(key, before) }),
      });
    });
    if (isDone) onClose();
  };

  return (
    <Dialog
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      title={<code>{plain(key)}</code>}
      {...(description !== null && { description })}
      {...(canCutOff(property) && { initialFocus: cancel })}
      actions={
        <>
          <Button ref={cancel} disabled={isBusy} onClick={onClose}>
            {say(isLocked ? 'common.close' : 'common.cancel')}
          </Button>
          {!isLocked && property.changed && (
            <Button disabled={!isTyped || isBusy} onClick={() => void change(null)}>
              {say('system.reset')}
            </Button>
          )}
          {!isLocked && (
            <Button
              kind={canCutOff(property) ? 'danger' : 'primary'}
              isBusy={isBusy}
              disabled={!isChanged || !isTyped}
              onClick={() => void change(value)}
            >
              {say('common.save')}
            </Button>
          )}
        </>
      }
    >
      {isLocked ? (
        <Locked property={property} />
      ) : (
        <>
          <Field
            label={say(sensitive ? 'system.newSecret' : 'system.value')}
            {...(sensitive && { hint: say('system.secretHint') })}
          >
            {(control) => (
              <ValueInput {...control} property={property} value={value} onChange={setValue} />
            )}
          </Field>
          {canCutOff(property) && (
            <Field label={say('common.typeToConfirm', { name: key })} hint={say('system.cutsOff')}>
              {(control) => (
                <Input
                  {...control}
                  value={typed}
                  onChange={({ target }) => setTyped(target.value)}
                  autoCapitalize="none"
                  spellCheck={false}
                />
              )}
            </Field>
          )}
        </>
      )}
      {fault !== null && <Fault of={fault} />}
      <Facts
        facts={[
          [say('system.default'), property.default && plain(property.default)],
          [say('system.expects'), kindOf(property)],
          [say('system.changed'), property.changed && <Time of={property.changed} />],
          [
            say('system.changedBy'),
            property.changedBy && <Thing key="by" of={whoOf(property.changedBy)} />,
          ],
          [say('system.effect'), property.immediate === false && say('system.atRestart')],
        ]}
      />
    </Dialog>
  );
}

function Locked({ property }: { readonly property: Property }) {
  const say = useSay();
  const command = ownCommand(commandOf(property));
  const { value, sensitive } = property;
  const shown = sensitive ? say('system.isSet') : plain(value ?? '');
  return (
    <>
      <Facts facts={[[say('system.value'), value ? shown : say('system.notSet')]]} />
      {property.protected && (
        <>
          <p>{say('system.lockedText')}</p>
          <p className={styles['command']}>
            <code>{plain(command)}</code>
            <Copy text={command} label={say('system.copyCommand')} />
          </p>
        </>
      )}
    </>
  );
}
