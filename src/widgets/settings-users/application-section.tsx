import { ExternalLink } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { applicationMessages } from '../../shared/administration/application.messages.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import type { UsersText } from './users-text.ts';

interface Props {
  readonly onOpen: () => void;
  readonly t: UsersText;
}

/** Instead of the user's sign-in, with an element token. */
export function ApplicationSection({ onOpen, t }: Props): ReactNode {
  const id = useId();
  const text = useMessages(applicationMessages);
  return (
    <section className="section" aria-labelledby={id}>
      <h3 className="t3" id={id}>
        {t('section.signIn')}
      </h3>
      <p className="s muted">{text('user')}</p>
      <div className="row">
        <Button icon={ExternalLink} onClick={onOpen}>
          {text('open')}
        </Button>
      </div>
    </section>
  );
}
