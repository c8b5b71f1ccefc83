import { cut } from './texts.js';

const SHOWN_CHARACTERS = 100;

/** A value as messages quote it. Contract: core 1.7 */
export const shownValue = (text: string): string => cut(text, SHOWN_CHARACTERS);
