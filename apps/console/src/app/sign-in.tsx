import { useEffect } from 'react';
import { LANGUAGES, setPreferences, usePreferences } from '../shared/preferences/preferences';
import type { Language, Preferences } from '../shared/preferences/preferences';
import { ownCommand } from '../shared/texts/own-command';
import { useSay } from '../shared/texts/texts';
import { NativeSelect } from '../shared/ui/native-select';
import { Brand } from './brand';
import { SignInForm } from './sign-in-form';
import styles from './sign-in.module.css';

/** The first page for who is not signed in, over any address. */
export function SignIn() {
  const say = useSay();
  const { language, theme } = usePreferences();
  const title = say('signIn.title');
  useEffect(() => {
    document.title = `${title} · chat-admin`;
  }, [title]);
  return (
    <main className={styles['whole']}>
      <div className={styles['card']}>
        <Brand />
        <div>
          <h1>{title}</h1>
          <p className={styles['place']}>{location.host}</p>
        </div>
        <SignInForm />
        <details className={styles['first']}>
          <summary>{say('signIn.firstStart')}</summary>
          <p>
            {say('signIn.firstStartText', { command: ownCommand('admin create boss --generate') })}
          </p>
        </details>
      </div>
      <div className={styles['choices']}>
        <NativeSelect<Language>
          label={say('app.language')}
          value={language}
          choices={Object.entries(LANGUAGES).map(([value, label]) => ({
            value: value as Language,
            label,
          }))}
          onChange={(chosen) => setPreferences({ language: chosen })}
        />
        <NativeSelect<Preferences['theme']>
          label={say('app.theme')}
          value={theme}
          choices={(['system', 'light', 'dark'] as const).map((value) => ({
            value,
            label: say(`app.themes.${value}`),
          }))}
          onChange={(chosen) => setPreferences({ theme: chosen })}
        />
      </div>
    </main>
  );
}
