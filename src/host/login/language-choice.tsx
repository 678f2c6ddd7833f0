import { ChevronDown, Globe } from 'lucide-react';
import type { ReactNode } from 'react';
import { LANGUAGES } from '../../shared/contracts/constants.ts';
import { LANGUAGE_NAMES, useLanguage } from '../../shared/locale/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { chooseLanguage } from '../display.ts';
import type { LoginText } from './login-text.ts';

/** Language choice before sign-in. */
export function LanguageChoice({ t }: { readonly t: LoginText }): ReactNode {
  const language = useLanguage();
  const label = t('login.language', { language: LANGUAGE_NAMES[language] });
  return (
    <Menu
      label={label}
      align="end"
      items={LANGUAGES.map((id) => ({
        id,
        label: LANGUAGE_NAMES[id],
        checked: id === language,
        onSelect: () => chooseLanguage(id),
      }))}
      trigger={(button) => (
        <Button kind="ghost" icon={Globe} aria-label={label} {...button}>
          {LANGUAGE_NAMES[language]}
          <Icon of={ChevronDown} size="s" />
        </Button>
      )}
    />
  );
}
