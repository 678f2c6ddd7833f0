import type { RecordListRow } from '../../../shared/contracts/registries.contract.ts';
import type { RegistryColumn } from '../../../shared/contracts/registry-settings.contract.ts';
import {
  type DataField,
  decimalFromMinorUnits,
  isMoney,
  isPeriod,
  isTexts,
  scaleOf,
  toNumber,
} from '../../../shared/forms/index.ts';
import type { Column } from '../records/index.ts';
import { registryMessages } from './registries.messages.ts';

/** Returns the cell of a field's column in a file: names of what the value refers to, and values as an import reads them. */
export function cellOf({ field, from }: RegistryColumn, node: DataField): NonNullable<Column<RecordListRow>['cell']> {
  return ({ data, texts }, { language }) => {
    const value = data[from] ?? null;
    if (node.type === 'checkbox') return registryMessages.text(language, value === true ? 'yes' : 'no');
    if (value === null) return null;
    if (texts[field] !== undefined) return texts[field];
    if (typeof value === 'number') return value;
    if (isMoney(value)) return toNumber(decimalFromMinorUnits(value.amount, scaleOf(node)));
    if (isPeriod(value)) return `${value.from ?? ''}/${value.to ?? ''}`;
    if (isTexts(value)) return value.join(', ');
    return node.type === 'dateTime' ? String(value).replace('T', ' ') : String(value);
  };
}
