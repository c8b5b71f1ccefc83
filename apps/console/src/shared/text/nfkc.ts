/** What a name may have; longer text is none. */
const MOST = 1023;

/** Normalisation is quadratic in the marks that follow one another: longer text is left as it is. */
export const normalized = (text: string, form: 'NFKC' | 'NFKD'): string =>
  text.length > MOST ? text : text.normalize(form);
