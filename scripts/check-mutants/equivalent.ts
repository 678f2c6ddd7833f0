/** Mutants that change nothing a test could notice: by file, `from → to`, and why. */
export const EQUIVALENT: Readonly<Record<string, Readonly<Record<string, string>>>> = {};
