import { Eye, EyeOff, WandSparkles } from 'lucide-react';
import { useState } from 'react';
import type { ComponentProps } from 'react';
import { useSay } from '../texts/texts';
import { Button, IconButton } from '../ui/button';
import { Copy } from '../ui/copy';
import { Input } from '../ui/input';
import styles from './form.module.css';
import { generatePassword } from './passwords';

/** A new password: typed or made up, hidden or shown. */
export function PasswordInput({
  onValue,
  ...input
}: ComponentProps<'input'> & { readonly onValue: (value: string) => void }) {
  const say = useSay();
  const [isShown, setShown] = useState(false);
  const value = String(input.value ?? '');
  return (
    <div className={styles['password']}>
      <Input
        {...input}
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        spellCheck={false}
        className={styles['secret']}
      />
      <IconButton
        icon={isShown ? EyeOff : Eye}
        label={say(isShown ? 'form.hidePassword' : 'form.showPassword')}
        onClick={() => setShown(!isShown)}
      />
      {value !== '' && <Copy text={value} label={say('form.copyPassword')} />}
      <Button
        icon={WandSparkles}
        onClick={() => {
          onValue(generatePassword());
          setShown(true);
        }}
      >
        {say('form.generate')}
      </Button>
    </div>
  );
}
