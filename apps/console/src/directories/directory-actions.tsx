import { dataOf } from '@chat-admin/client';
import { useState } from 'react';
import { tryAct } from '../shared/act/act';
import { api } from '../shared/api/client';
import { changed } from '../shared/api/staleness';
import { useOpen } from '../shared/screens/address';
import type { Scope } from '../shared/session/scopes';
import { useMay } from '../shared/session/session';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { AskDialog } from '../shared/ui/ask-dialog';
import { Button } from '../shared/ui/button';
import { Checkbox } from '../shared/ui/checkbox';
import { Field } from '../shared/ui/field';
import { NativeSelect } from '../shared/ui/native-select';
import { MODES } from './directories.fields';
import type { Directory, Run } from './directories.fields';
import { TOUCHED } from './directories.queries';
import { TestDialog } from './test-dialog';

/** What whoever starts, confirms or cancels a run needs. Contract: extensions E13.2 */
const TO_RUN: readonly Scope[] = [
  ...(['directories:write', 'users:write', 'groups:write', 'lockouts:write'] as const),
];

export function useMayRun(): boolean {
  const may = useMay();
  return TO_RUN.every((scope) => may(scope));
}

/** Test, pause, and a run at once. */
export function DirectoryActions({ of: { name, paused } }: { readonly of: Directory }) {
  const say = useSay();
  const mayRun = useMayRun();
  const [asked, setAsked] = useState<'test' | 'run' | null>(null);
  const close = () => setAsked(null);
  const pause = (isPaused: boolean) =>
    api.PATCH('/directories/{name}', { params: { path: { name } }, body: { paused: isPaused } });
  const pauseOrResume = () =>
    tryAct({
      run: () => pause(!paused),
      undo: () => pause(paused),
      done: say(paused ? 'directories.resumed' : 'directories.paused', { name: plain(name) }),
      touches: TOUCHED,
    });
  return (
    <>
      <Button onClick={() => setAsked('test')}>{say('directories.test')}</Button>
      <Button onClick={() => void pauseOrResume()}>
        {say(paused ? 'directories.resume' : 'directories.pause')}
      </Button>
      {mayRun && (
        <Button kind="primary" onClick={() => setAsked('run')}>
          {say('directories.start')}
        </Button>
      )}
      {asked === 'test' && <TestDialog name={name} onClose={close} />}
      {asked === 'run' && <RunDialog name={name} onClose={close} />}
    </>
  );
}

function RunDialog({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const say = useSay();
  const open = useOpen();
  const [mode, setMode] = useState<Run['mode']>('changes');
  const [dryRun, setDryRun] = useState(true);
  const start = async () => {
    const params = { path: { name }, query: { mode, dryRun } };
    const { id } = await dataOf(api.POST('/directories/{name}/runs', { params }));
    void changed(...TOUCHED);
    open({ to: 'directoryRun', params: { name, id } });
  };
  return (
    <AskDialog
      title={say('directories.start')}
      act={say(dryRun ? 'directories.startDry' : 'directories.start')}
      onAct={start}
      onClose={onClose}
    >
      <Field label={say('directories.fields.mode')} hint={say(`directories.modes.${mode}`)}>
        {({ id }) => (
          <NativeSelect<Run['mode']>
            id={id}
            value={mode}
            choices={MODES.map((value) => ({
              value,
              label: say(`directories.choices.mode.${value}`),
            }))}
            onChange={setMode}
          />
        )}
      </Field>
      <Checkbox isOn={dryRun} onChange={setDryRun} label={say('directories.onlyShow')} />
    </AskDialog>
  );
}
