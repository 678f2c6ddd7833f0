import { ArrowDown, ArrowUp, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { REGISTRY_STATUSES_MAX, STATUS_SINCE } from '../../shared/contracts/registry.rules.ts';
import type { RegistryStatus } from '../../shared/contracts/registry-settings.contract.ts';
import { textOf } from '../../shared/forms/definition.ts';
import { useLanguage } from '../../shared/locale/index.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { isReadable } from './contrast.rules.ts';
import { moved, type TabProps } from './edited-registry.ts';
import { MovesCard } from './moves-card.tsx';
import type { RegistrySettingsText } from './registry-settings-text.ts';
import type { StatusDialogProps } from './status-dialog.tsx';
import { StatusLabel } from './status-label.tsx';

const StatusDialog = containedPart<'StatusDialog', StatusDialogProps>(
  () => import('./status-dialog.tsx'),
  'StatusDialog',
);

/** Statuses in their order, and the changes between them. */
export function StatusesTab(props: TabProps): ReactNode {
  const { values, type, t } = props;
  const language = useLanguage();
  /** The position of the open status; the length of the list for a new one. */
  const [open, setOpen] = useState<number | null>(null);
  const { statuses, moves, retention } = values;
  const nameOf = ({ id, title }: RegistryStatus) => textOf(title, language) || id;
  function remove(index: number): void {
    const { id } = statuses[index]!;
    type({
      statuses: statuses.toSpliced(index, 1),
      moves: moves.filter(({ from, to }) => from !== id && to !== id),
      ...(retention?.from === `${STATUS_SINCE}${id}` && { retention: { ...retention, from: 'created' } }),
    });
  }
  return (
    <>
      <section className="card reg-statuses" aria-label={t('tab.statuses')}>
        <header className="row">
          <p className="s second grow">{t('statuses.hint')}</p>
          {statuses.length < REGISTRY_STATUSES_MAX && (
            <Button icon={Plus} onClick={() => setOpen(statuses.length)}>
              {t('status.add')}
            </Button>
          )}
        </header>
        <ol>
          {statuses.map((status, index) => (
            <li key={status.id} className="row reg-status">
              <StatusLabel status={status} name={nameOf(status)} />
              <span className="xs muted mono cut grow">{status.id}</span>
              <Contrast color={status.color} t={t} />
              <Menu
                label={t('more', { name: nameOf(status) })}
                align="end"
                items={[
                  { id: 'change', label: t('change'), icon: Pencil, onSelect: () => setOpen(index) },
                  {
                    id: 'up',
                    label: t('up'),
                    icon: ArrowUp,
                    blocked: index === 0,
                    onSelect: () => type({ statuses: moved(statuses, index, -1) }),
                  },
                  {
                    id: 'down',
                    label: t('down'),
                    icon: ArrowDown,
                    blocked: index === statuses.length - 1,
                    onSelect: () => type({ statuses: moved(statuses, index, 1) }),
                  },
                  {
                    id: 'remove',
                    label: t('status.remove'),
                    icon: Trash2,
                    danger: true,
                    begins: true,
                    onSelect: () => remove(index),
                  },
                ]}
                trigger={(button) => (
                  <IconButton {...button} small icon={Ellipsis} label={t('more', { name: nameOf(status) })} />
                )}
              />
            </li>
          ))}
        </ol>
      </section>
      {statuses.length > 1 && <MovesCard {...props} nameOf={nameOf} />}
      {open !== null && (
        <Suspense>
          <StatusDialog
            status={statuses[open] ?? null}
            taken={statuses.map(({ id }) => id)}
            onSave={(status) => type({ statuses: statuses.toSpliced(open, 1, status) })}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** The contrast of a status colour with its text, if it is too low. */
function Contrast({ color, t }: { readonly color: string; readonly t: RegistrySettingsText }): ReactNode {
  return isReadable(color) ? (
    <span className="xs muted mono">{color.toUpperCase()}</span>
  ) : (
    <Badge tone="amber">{t('contrast.low')}</Badge>
  );
}
