import { useEffect } from 'react';
import { useSession } from '../shared/session/session';
import { useSay } from '../shared/texts/texts';
import { SignInForm } from './sign-in-form';
import styles from './sign-in.module.css';

/** Covers the content until somebody signs in again; the forms below stay as they are. */
export function SignInAgain() {
  const say = useSay();
  const { who } = useSession();
  useEffect(() => {
    const below = [
      ...document.querySelectorAll<HTMLElement>('[data-content], [data-base-ui-portal]'),
    ];
    below.forEach((one) => one.setAttribute('inert', ''));
    return () => below.forEach((one) => one.removeAttribute('inert'));
  }, []);
  return (
    <div className={styles['cover']} role="dialog" aria-modal aria-labelledby="sign-in-again">
      <div className={styles['card']}>
        <h1 id="sign-in-again">{say('signIn.again')}</h1>
        <p>{say('signIn.againText')}</p>
        <SignInForm isAgain {...(who && { username: who.username })} />
      </div>
    </div>
  );
}
