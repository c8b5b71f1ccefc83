import type { ReactNode } from 'react';
import styles from './badge.module.css';

/** A state in a word; the colour says nothing that the word does not. */
export function Badge({
  kind = 'plain',
  children,
}: {
  readonly kind?: 'plain' | 'ok' | 'warn' | 'danger' | 'accent';
  readonly children: ReactNode;
}) {
  return <span className={`${styles['badge']} ${styles[kind]}`}>{children}</span>;
}
