/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** The product version from package.json. */
  readonly VERVA_VERSION: string;
}
