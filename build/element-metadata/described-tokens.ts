import { readFileSync } from 'node:fs';
import { withConstants } from '../../src/shared/contracts/css-constants.ts';
import { DESIGN_TOKENS } from '../../src/shared/element/table/design-tokens.ts';

const SHEET = new URL('../../src/shared/ui/styles/tokens.css', import.meta.url);

/** Lists the custom properties that pages may set, with their defaults. */
export function describedLook(): { name: string; standard: string; description: string }[] {
  const sheet = withConstants(readFileSync(SHEET, 'utf8'));
  return Object.entries(DESIGN_TOKENS).map(([name, description]) => {
    // The first declaration is the default; later ones are for touch, contrast and motion.
    const standard = new RegExp(`^ +--verva-${name}:\\s*([^;]+);`, 'm').exec(sheet)?.[1];
    if (standard === undefined) throw new Error(`--verva-${name} is not in tokens.css.`);
    return { name: `--verva-${name}`, standard, description };
  });
}
