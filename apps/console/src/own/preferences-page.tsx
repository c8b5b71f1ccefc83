import { useState } from 'react';
import { tryAct } from '../shared/act/act';
import { LANGUAGES, setPreferences, usePreferences } from '../shared/preferences/preferences';
import type { Language, Preferences } from '../shared/preferences/preferences';
import { endOtherSessions } from '../shared/session/session';
import { formatExactTime } from '../shared/texts/formats';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import { Field } from '../shared/ui/field';
import { Input } from '../shared/ui/input';
import { Page } from '../shared/ui/page';
import { NativeSelect } from '../shared/ui/native-select';
import { Switch } from '../shared/ui/switch';
import styles from './own.module.css';

const ZONES = Intl.supportedValuesOf('timeZone');

/** How this browser shows the console. */
export default function PreferencesPage() {
  const say = useSay();
  const { language, theme, zone, density, letterKeys } = usePreferences();
  const [typedZone, setTypedZone] = useState(zone ?? '');
  const [isEnding, setEnding] = useState(false);
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const setZone = (text: string) => {
    setTypedZone(text);
    if (text === '' || ZONES.includes(text)) setPreferences({ zone: text === '' ? null : text });
  };
  const endOthers = async () => {
    setEnding(true);
    await tryAct({ run: endOtherSessions, done: say('preferences.othersEnded'), touches: [] });
    setEnding(false);
  };
  return (
    <Page title={say('screens.preferences')} subtitle={say('preferences.subtitle')}>
      <div className={styles['form']}>
        <Field label={say('app.language')}>
          {({ id }) => (
            <NativeSelect<Language>
              id={id}
              value={language}
              choices={Object.entries(LANGUAGES).map(([value, label]) => ({
                value: value as Language,
                label,
              }))}
              onChange={(chosen) => setPreferences({ language: chosen })}
            />
          )}
        </Field>
        <Field label={say('app.theme')}>
          {({ id }) => (
            <NativeSelect<Preferences['theme']>
              id={id}
              value={theme}
              choices={(['system', 'light', 'dark'] as const).map((value) => ({
                value,
                label: say(`app.themes.${value}`),
              }))}
              onChange={(chosen) => setPreferences({ theme: chosen })}
            />
          )}
        </Field>
        <Field label={say('preferences.density')}>
          {({ id }) => (
            <NativeSelect<Preferences['density']>
              id={id}
              value={density}
              choices={(['normal', 'dense'] as const).map((value) => ({
                value,
                label: say(`preferences.densities.${value}`),
              }))}
              onChange={(chosen) => setPreferences({ density: chosen })}
            />
          )}
        </Field>
        <Field
          label={say('preferences.zone')}
          hint={say('preferences.zoneNow', { time: formatExactTime(new Date()) })}
          error={
            typedZone === '' || ZONES.includes(typedZone)
              ? undefined
              : say('preferences.zoneUnknown')
          }
        >
          {(control) => (
            <>
              <Input
                {...control}
                list="zones"
                placeholder={own}
                value={typedZone}
                onChange={({ target }) => setZone(target.value)}
              />
              <datalist id="zones">
                {ZONES.map((one) => (
                  <option key={one} value={one} />
                ))}
              </datalist>
            </>
          )}
        </Field>
        <Switch
          isOn={letterKeys}
          onChange={(isOn) => setPreferences({ letterKeys: isOn })}
          label={say('preferences.letterKeys')}
          hint={say('preferences.letterKeysHint')}
        />
        <div className={styles['section']}>
          <h2>{say('preferences.sessions')}</h2>
          <p>{say('preferences.sessionsText')}</p>
          <Button isBusy={isEnding} onClick={() => void endOthers()}>
            {say('preferences.endOthers')}
          </Button>
        </div>
      </div>
    </Page>
  );
}
