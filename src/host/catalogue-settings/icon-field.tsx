import type { ReactNode } from 'react';
import { type ProcessIcon as IconName, PROCESS_ICONS } from '../../shared/contracts/process-icons.ts';
import { ProcessIcon } from '../../shared/ui/process-icon.tsx';
import { IconChoice } from '../fields/icon-choice.tsx';
import type { CatalogueSettingsText } from './catalogue-settings-text.ts';

interface Props {
  readonly value: IconName | null;
  readonly onChange: (icon: IconName | null) => void;
  readonly t: CatalogueSettingsText;
}

/** Icons of items and categories. */
export function IconField({ value, onChange, t }: Props): ReactNode {
  return (
    <IconChoice
      label={t('icon')}
      none={t('icon.none')}
      icons={PROCESS_ICONS.map((id) => ({ id, label: t(`icon.${id}`), drawing: <ProcessIcon name={id} /> }))}
      value={value}
      onChange={onChange}
    />
  );
}
