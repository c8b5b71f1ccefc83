import { ownCommand } from '../shared/texts/own-command';
import { say } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import styles from './sign-in.module.css';

const PROPERTIES = {
  disabled: ['plugin.restapi.enabled', 'true'],
  redirected: ['adminConsole.access.allow-wildcards-in-excludes', 'true'],
} as const;

/** The API is switched off by a property: which one, and how it is set back. */
export function OutagePage({ outage }: { readonly outage: keyof typeof PROPERTIES }) {
  const [name, value] = PROPERTIES[outage];
  const command = ownCommand(`property set ${name} ${value}`);
  return (
    <main className={styles['whole']}>
      <div className={styles['card']}>
        <h1>{say('app.outage.title')}</h1>
        <p>{say('app.outage.text', { name })}</p>
        <pre className={styles['command']}>
          <code>{command}</code>
        </pre>
        <Button kind="primary" onClick={() => location.reload()}>
          {say('common.retry')}
        </Button>
      </div>
    </main>
  );
}
