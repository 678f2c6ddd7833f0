import type { DataField, FieldValue } from '../forms/index.ts';
import type { Name } from './choice-sources.ts';
import type { FormSetting } from './form-context.ts';
import { nameIn } from './use-choices.ts';
import { fullText } from './value-text.ts';

/** The name of an object; never its id. */
export function shownName(name: Name, t: FormSetting['t']): string {
  if (name === undefined) return '…';
  return name === null ? t('gone') : name.text;
}

/** The text of a value, with names of referenced objects. Reactive where signals are tracked. */
export function shownText(
  field: DataField,
  value: FieldValue,
  setting: Pick<FormSetting, 't' | 'language' | 'names'>,
  write: typeof fullText = fullText,
): string {
  const nameOf = nameIn(setting, field);
  return write(field, value, setting.t, setting.language, (id) => shownName(nameOf(id), setting.t));
}
