/** The used part of a package without types. */
declare module 'autocannon' {
  export interface Options {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    readonly headers: Readonly<Record<string, string>>;
  }
  export interface Result {
    readonly requests: { readonly total: number };
    /** Seconds. */
    readonly duration: number;
    readonly non2xx: number;
    readonly errors: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
