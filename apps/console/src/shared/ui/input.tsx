import type { ComponentProps } from 'react';
import styles from './field.module.css';

export function Input({ className = '', ...rest }: ComponentProps<'input'>) {
  return <input autoComplete="off" {...rest} className={`${styles['input']} ${className}`} />;
}

export function TextArea({ className = '', ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...rest} className={`${styles['input']} ${className}`} />;
}
