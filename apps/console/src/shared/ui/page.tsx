import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import styles from './page.module.css';

/** A screen: its heading, which takes the focus after navigation, with actions beside it, and its content. */
export function Page({
  title,
  subtitle,
  actions,
  isFull = false,
  children,
}: {
  readonly title: string;
  readonly subtitle?: ReactNode;
  readonly actions?: ReactNode;
  /** fills the window, and scrolls inside: lists */
  readonly isFull?: boolean;
  readonly children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · chat-admin`;
  }, [title]);
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body || activeElement.closest('nav'))
      heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={`${styles['page']} ${isFull ? styles['full'] : ''}`}>
      <header className={styles['header']}>
        <div className={styles['titles']}>
          <h1 ref={heading} tabIndex={-1} className={styles['title']}>
            {title}
          </h1>
          {subtitle && <div className={styles['subtitle']}>{subtitle}</div>}
        </div>
        {actions && <div className={styles['actions']}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
