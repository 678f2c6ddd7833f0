import { readCatalogue } from '../../src/server/modules/i18n/catalogue.ts';
import { type MessagePart, PART, partsOf } from '../../src/shared/locale/compiled.ts';

/** Opens and closes every text of the language, so that a text of another language is found. */
export const [OPENS, CLOSES] = ['‹', '›'];
/** The forms of Latvian: 0, 1 and 2 have one each. */
const FORMS = ['zero', 'one', 'other'] as const;
const PLURAL_SIGN = 7;

/** The product's texts in a pseudo-Latvian, as translators send them: `‹Close›`, `‹{count, plural, zero {0: # …}}›`. */
export async function pseudoLatvian(): Promise<Record<string, { lv: string }>> {
  const catalogue = await readCatalogue();
  return Object.fromEntries(
    [...catalogue].map(([key, { en }]) => [key, { lv: `${OPENS}${printed(partsOf(en))}${CLOSES}` }]),
  );
}

function printed(parts: readonly MessagePart[]): string {
  return parts.map(printedPart).join('');
}

function printedPart(part: MessagePart): string {
  const { type, value = '', options = {}, pluralType } = part;
  switch (type) {
    case PART.text:
      return value.replaceAll("'", "''").replaceAll(/[{}<#]/g, "'$&'");
    case PART.argument:
      return `{${value}}`;
    case PART.number:
      return `{${value}, number}`;
    case PLURAL_SIGN:
      return '#';
    case PART.select:
      return `{${value}, select,${branches(options)}}`;
    case PART.plural: {
      if (pluralType !== 'cardinal') throw new Error(`${value}: only counts have forms here`);
      const exact = Object.entries(options).filter(([form]) => form.startsWith('='));
      const other = options.other?.value ?? [];
      const forms = FORMS.map((form) => ` ${form} {${form} ${printed(other)}}`).join('');
      return `{${value}, plural,${branches(Object.fromEntries(exact))}${forms}}`;
    }
    default:
      throw new Error(`Part of type ${type}`);
  }
}

const branches = (options: NonNullable<MessagePart['options']>) =>
  Object.entries(options)
    .map(([form, { value }]) => ` ${form} {${printed(value)}}`)
    .join('');
