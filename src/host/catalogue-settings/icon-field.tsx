import type { ReactNode } from 'react';
import { type ProcessIcon as IconName, PROCESS_ICONS } from '../../shared/contracts/process-icons.ts';
import { ProcessIcon } from '../../shared/ui/process-icon.tsx';
import type { CatalogueSettingsText } from './catalogue-settings-text.ts';

interface Props {
  readonly value: IconName | null;
  readonly onChange: (icon: IconName | null) => void;
  readonly t: CatalogueSettingsText;
}

/** Radio buttons with the icons of processes, and one without. */
export function IconField({ value, onChange, t }: Props): ReactNode {
  return (
    <fieldset className="cat-icons">
      <legend className="label">{t('icon')}</legend>
      {[null, ...PROCESS_ICONS].map((icon) => {
        const label = t(icon ? `icon.${icon}` : 'icon.none');
        return (
          <label key={icon ?? ''} title={label}>
            <input
              type="radio"
              className="sr"
              name="catalogue-icon"
              checked={value === icon}
              onChange={() => onChange(icon)}
            />
            {icon ? <ProcessIcon name={icon} /> : <span aria-hidden="true">–</span>}
            <span className="sr">{label}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
