import { Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMayEdit } from '../administration/editing.tsx';
import { useMessages } from '../locale/index.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { importActionMessages } from './import-action.messages.ts';

interface Props {
  /** Without its text, for narrow lists. */
  readonly isIcon?: boolean;
  readonly onClick: () => void;
}

/** Opens the import of a list, where the element allows changes. */
export function ImportButton({ isIcon = false, onClick }: Props): ReactNode {
  const t = useMessages(importActionMessages);
  const mayEdit = useMayEdit();
  if (!mayEdit) return null;
  if (isIcon)
    return <IconButton kind="default" icon={Upload} className="import-open" label={t('import')} onClick={onClick} />;
  return (
    <Button icon={Upload} className="import-open" onClick={onClick}>
      {t('import')}
    </Button>
  );
}
