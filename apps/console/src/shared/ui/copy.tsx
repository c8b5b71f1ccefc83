import { Check, Copy as CopyIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSay } from '../texts/texts';
import { IconButton } from './button';
import styles from './copy.module.css';

/** Copies a text, and says so. */
export function Copy({ text, label }: { readonly text: string; readonly label: string }) {
  const say = useSay();
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setDone(false), 2_000);
    return () => clearTimeout(timer);
  }, [isDone]);
  const copy = () => void navigator.clipboard.writeText(text).then(() => setDone(true));
  return (
    <>
      <IconButton icon={isDone ? Check : CopyIcon} label={label} onClick={copy} />
      <span role="status" className="visually-hidden">
        {isDone ? say('common.copied') : ''}
      </span>
    </>
  );
}

/** A text to be taken elsewhere, with its button. */
export function CopyLine({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <p className={styles['line']}>
      <code>{text}</code>
      <Copy text={text} label={label} />
    </p>
  );
}
