/** Mutants without an observable effect: by file, `from → to`, with the reason. */
export const EQUIVALENT: Readonly<Record<string, Readonly<Record<string, string>>>> = {};
