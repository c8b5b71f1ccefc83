import { Search } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Input } from '../ui/input';
import styles from './list-screen.module.css';

const SEARCH_WAIT_MS = 250;

/** Searches a moment after the last letter, or at once with Enter. */
export function SearchBox({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string, isSmall: boolean) => void;
}) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  // Back, or filters that were cleared
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  const send = useCallback((next: string, isSmall: boolean) => {
    const trimmed = next.trim();
    if (trimmed === sent.current) return;
    sent.current = trimmed;
    latest.current(trimmed, isSmall);
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => send(text, true), SEARCH_WAIT_MS);
    return () => clearTimeout(timer);
  }, [text, send]);
  return (
    <form
      role="search"
      className={styles['search']}
      onSubmit={(event) => {
        event.preventDefault();
        send(text, false);
      }}
    >
      <Search size={16} aria-hidden />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={({ target }) => setText(target.value)}
        data-search
      />
    </form>
  );
}
