import {
  DIALOG_MAX_WIDTH,
  DRAWER_MINI_WIDTH,
  DRAWER_MOBILE_WIDTH,
  DRAWER_WIDTH,
  INK_COLOUR,
  MANUAL_COLOURS,
  MANUAL_STATUS_COLOURS,
  PRIMARY_COLOUR,
  TOOLBAR_HEIGHT,
} from './constants.ts';

/** Business constants that style sheets use, as CSS values. */
const CSS_CONSTANTS: Readonly<Record<string, string>> = {
  PRIMARY_COLOUR,
  INK_COLOUR,
  OVERDUE_COLOUR: MANUAL_COLOURS.overdue,
  NOT_DUE_COLOUR: MANUAL_COLOURS.notDue,
  CANCELLED_COLOUR: MANUAL_COLOURS.cancelled,
  READ_COLOUR: MANUAL_COLOURS.read,
  ACTIVE_COLOUR: MANUAL_STATUS_COLOURS['1_active'],
  INACTIVE_COLOUR: MANUAL_STATUS_COLOURS['2_inactive'],
  DRAWER_WIDTH: `${DRAWER_WIDTH}px`,
  DRAWER_MINI_WIDTH: `${DRAWER_MINI_WIDTH}px`,
  DRAWER_MOBILE_WIDTH,
  TOOLBAR_HEIGHT: `${TOOLBAR_HEIGHT}px`,
  DIALOG_MAX_WIDTH: `${DIALOG_MAX_WIDTH}px`,
};

/** Replaces each `constant(NAME)` of a style sheet by its value. Throws for an unknown name. */
export function withConstants(css: string): string {
  return css.replace(/constant\((\w+)\)/g, (whole, name: string) => {
    const value = CSS_CONSTANTS[name];
    if (value === undefined) throw new Error(`${whole}: there is no such constant.`);
    return value.toLowerCase();
  });
}
