import { useEffect, useRef, useState } from 'react';
import { failureOf } from '../shared/api/errors';
import { isStatus } from '../shared/api/staleness';
import { goToIssuer, useSignInWays } from '../shared/session/issuer';
import { signIn, useSession } from '../shared/session/session';
import { formatCountdown } from '../shared/texts/formats';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import { Field } from '../shared/ui/field';
import { Input } from '../shared/ui/input';
import { Refused } from '../shared/ui/refused';
import { useCountdown } from '../shared/ui/states';
import styles from './sign-in.module.css';

/** `Secure` cookies are kept over HTTPS, and for names of this machine. */
const keepsCookies = window.isSecureContext;

interface SignInFormProps {
  readonly username?: string;
  /** what is being filled in below stays, whatever the way */
  readonly isAgain?: boolean;
}

/** Name and password, or a key: sent once, kept nowhere; one text for every failure. Or the issuer. */
export function SignInForm({ username, isAgain = false }: SignInFormProps) {
  const say = useSay();
  const ways = useSignInWays();
  const { fault: broughtFault } = useSession();
  const [isByKey, setByKey] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>(broughtFault);
  const wait = useCountdown(isStatus(fault, 429) ? fault.retryAfter : null);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), [isByKey, ways]);

  const submit = async (form: HTMLFormElement) => {
    const data = new FormData(form);
    const text = (name: string) => String(data.get(name) ?? '');
    setBusy(true);
    setFault(null);
    try {
      await signIn(
        isByKey
          ? { authorization: authorizationOf(text('key').trim()) }
          : { username: text('username').trim(), password: text('password') },
      );
    } catch (error) {
      setFault(error);
      setBusy(false);
      first.current?.select();
    }
  };
  const throughIssuer = () => {
    setFault(null);
    goToIssuer(isAgain ? 'another tab' : 'here').catch(setFault);
  };
  const reasonOf = (error: unknown) => {
    if (isStatus(error, 401) && error.code === 'authentication-failed') return say('signIn.failed');
    if (isStatus(error, 429)) return say('signIn.wait', { time: formatCountdown(wait) });
    return <Refused of={failureOf(error)} />;
  };

  if (ways === null) return null;
  const otherWay = ways.password ? 'signIn.usePassword' : 'signIn.useNoKey';
  const hasFields = ways.password || isByKey;
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      {!keepsCookies && <p className={styles['warning']}>{say('signIn.insecure')}</p>}
      {ways.oidc && (
        <>
          <Button kind="primary" onClick={throughIssuer}>
            {ways.label ? say('signIn.issuerNamed', { label: ways.label }) : say('signIn.issuer')}
          </Button>
          {isAgain && <p>{say('signIn.issuerAgain')}</p>}
        </>
      )}
      {isByKey ? (
        <Field label={say('signIn.key')} hint={say('signIn.keyHint')}>
          {(control) => (
            <Input
              {...control}
              ref={first}
              name="key"
              type="password"
              required
              spellCheck={false}
            />
          )}
        </Field>
      ) : (
        hasFields && (
          <>
            <Field label={say('signIn.username')}>
              {(control) => (
                <Input
                  {...control}
                  ref={first}
                  name="username"
                  autoComplete="username"
                  autoCapitalize="none"
                  spellCheck={false}
                  defaultValue={username}
                  required
                />
              )}
            </Field>
            <Field label={say('signIn.password')}>
              {(control) => (
                <Input
                  {...control}
                  name="password"
                  type="password"
                  autoComplete="current-password"
                  required
                />
              )}
            </Field>
          </>
        )
      )}
      {fault !== null && (
        <p role="alert" className={styles['failure']}>
          {reasonOf(fault)}
        </p>
      )}
      {hasFields && (
        <Button
          {...(!ways.oidc && { kind: 'primary' })}
          isSubmit
          isBusy={isBusy}
          disabled={wait > 0}
        >
          {say('signIn.signIn')}
        </Button>
      )}
      <Button
        kind="quiet"
        onClick={() => {
          setFault(null);
          setByKey(!isByKey);
        }}
      >
        {say(isByKey ? otherWay : 'signIn.useKey')}
      </Button>
    </form>
  );
}

/** Keys and tokens are sent as `Bearer`, the shared secret as it is. */
const authorizationOf = (text: string): string =>
  /^cak_|^[\w-]+\.[\w-]+\.[\w-]+$/.test(text) ? `Bearer ${text}` : text;
