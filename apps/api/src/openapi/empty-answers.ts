import { EVERY_SUCCESS } from './headers.js';

/** Answers without a document: many operations have the same ones. */
export class EmptyAnswers {
  private readonly found = new Map<string, object>();

  /** @param name what the answer is called; headers that not all have are added, so that one name has one answer */
  referenceTo(name: string, description: string, headers: object): object {
    const own = `${name}${Object.keys(headers)
      .filter((header) => !EVERY_SUCCESS.includes(header))
      .map((header) => header.replaceAll('-', ''))
      .join('')}`;
    this.found.set(own, { description, headers });
    return { $ref: `#/components/responses/${own}` };
  }

  /** `components.responses` */
  all(): object {
    return Object.fromEntries(this.found);
  }
}
