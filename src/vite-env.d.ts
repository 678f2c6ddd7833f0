/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Of the product, as package.json has it. */
  readonly VERVA_VERSION: string;
}
