import styles from './brand.module.css';

const NAME = 'chat-admin';

/** The product's mark and name. */
export function Brand() {
  return (
    <span className={styles['brand']}>
      <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden>
        <rect width="32" height="32" rx="7" className={styles['ground']} />
        <path
          d="M8 9h16a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-8l-5 4v-4H8a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2Z"
          className={styles['bubble']}
        />
        <path d="m12 15.6 2.8 2.8L20 13" className={styles['tick']} />
      </svg>
      <span className={styles['name']}>{NAME}</span>
    </span>
  );
}
