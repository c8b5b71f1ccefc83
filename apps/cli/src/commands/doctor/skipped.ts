/** Why a check does not apply. */
export class Skipped extends Error {}
