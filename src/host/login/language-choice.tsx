import { ChevronDown, Globe } from 'lucide-react';
import type { ReactNode } from 'react';
import { languageChoices, useLanguage } from '../../shared/locale/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { chooseLanguage } from '../display.ts';
import type { LoginText } from './login-text.ts';

/** Language choice before sign-in. */
export function LanguageChoice({ t }: { readonly t: LoginText }): ReactNode {
  const language = useLanguage();
  const choices = languageChoices();
  const name = choices.find(({ id }) => id === language)?.name ?? language;
  const label = t('login.language', { language: name });
  return (
    <Menu
      label={label}
      align="end"
      items={choices.map(({ id, name }) => ({
        id,
        label: name,
        checked: id === language,
        onSelect: () => chooseLanguage(id),
      }))}
      trigger={(button) => (
        <Button kind="ghost" icon={Globe} aria-label={label} {...button}>
          {name}
          <Icon of={ChevronDown} size="s" />
        </Button>
      )}
    />
  );
}
