/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** The product version from package.json. */
  readonly VERVA_VERSION: string;
}

/** The pages of the help in one language (build/help-pages.ts). */
declare module 'virtual:help/*' {
  const pages: readonly import('./shared/contracts/help-page.ts').HelpPage[];
  export default pages;
}
