import { ArrowDown, ArrowUp, Ban, Check, Ellipsis, GripVertical, Pencil, Trash2 } from 'lucide-react';
import { type PointerEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { useMayEdit } from '../../shared/administration/editing.tsx';
import type { Option } from '../../shared/contracts/dropdowns.contract.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { IconButton } from '../../shared/ui/button.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { StatusText } from '../../shared/ui/status-shape.tsx';
import type { ShownLanguage } from './dropdowns.store.ts';
import type { DropdownsText } from './dropdowns-text.ts';

export interface OptionTableProps {
  /** The visible options, in order. */
  readonly options: readonly Option[];
  /** All options of the dropdown. */
  readonly all: readonly Option[];
  readonly languages: readonly ShownLanguage[];
  /** False while the list is filtered: positions in it would be meaningless. */
  readonly mayMove: boolean;
  readonly onMove: (from: number, to: number) => void;
  readonly onEdit: (option: Option) => void;
  readonly onActive: (option: Option, active: boolean) => void;
  readonly onRemove: (option: Option) => void;
  readonly t: DropdownsText;
}

interface Props extends OptionTableProps {
  readonly option: Option;
  readonly index: number;
  readonly count: number;
  readonly dragged: boolean;
  /** Drop position of the dragged row. */
  readonly target: 'above' | 'below' | null;
  /** Null: the order cannot be changed now. `y` is the pointer position; `end` with null cancels. */
  readonly onDrag: { readonly move: (y: number) => void; readonly end: (y: number | null) => void } | null;
}

export function OptionRow(props: Props): ReactNode {
  const { option, index, count, languages, dragged, target, mayMove, onEdit, onActive, onRemove, t } = props;
  const { id, text, defaultText, texts, properties, active } = option;
  const mayEdit = useMayEdit();
  const row = useRef<HTMLTableRowElement>(null);
  const pressed = useRef<{ readonly to: number; readonly by: string } | null>(null);
  // A moved row loses the focus, which moving step by step by keyboard needs.
  useLayoutEffect(() => {
    if (pressed.current?.to !== index) return;
    row.current?.querySelector<HTMLElement>(pressed.current.by)?.focus();
    pressed.current = null;
  }, [index]);
  const onMove = (from: number, to: number, by = '.more .btn') => {
    pressed.current = to < 0 || to >= count ? null : { to, by };
    props.onMove(from, to);
  };
  return (
    <tr ref={row} className={`option ${dragged ? 'dragged' : ''} ${target ?? ''} ${active ? '' : 'inactive'}`}>
      {mayEdit && (
        <td className="grip">
          <Handle {...props} onStep={(to) => onMove(index, to, '.handle')} />
        </td>
      )}
      <td className="option-text fold-name">
        {mayEdit ? (
          <button type="button" className="link cut" onClick={() => onEdit(option)}>
            {defaultText}
          </button>
        ) : (
          <span className="cut">{defaultText}</span>
        )}
        <span className="row xs">
          <span className="muted mono cut option-id">{id}</span>
          {!active && <StatusText status="inactive">{t('inactive')}</StatusText>}
        </span>
      </td>
      {languages.map((language) => (
        <td key={language.id} lang={language.id} title={texts[language.id]}>
          {texts[language.id] ??
            (active ? (
              <Badge tone="amber">{t('missingHere')}</Badge>
            ) : (
              <span className="muted" aria-hidden="true">
                –
              </span>
            ))}
        </td>
      ))}
      <td>
        <span className="row row-4 properties">
          {Object.entries(properties).map(([name, value]) => (
            <span key={name} className="property cut" title={`${name}: ${value}`}>
              <span className="muted">{name}</span> {String(value)}
            </span>
          ))}
        </span>
      </td>
      {mayEdit && (
        <td className="more fold-actions">
          <Menu
            label={t('actionsOf', { text })}
            align="end"
            items={[
              { id: 'edit', label: t('edit'), icon: Pencil, onSelect: () => onEdit(option) },
              {
                id: 'up',
                label: t('moveUp'),
                icon: ArrowUp,
                blocked: !mayMove || index === 0,
                begins: true,
                onSelect: () => onMove(index, index - 1),
              },
              {
                id: 'down',
                label: t('moveDown'),
                icon: ArrowDown,
                blocked: !mayMove || index === count - 1,
                onSelect: () => onMove(index, index + 1),
              },
              {
                id: 'active',
                label: active ? t('deactivate') : t('activate'),
                icon: active ? Ban : Check,
                begins: true,
                onSelect: () => onActive(option, !active),
              },
              { id: 'remove', label: t('remove'), icon: Trash2, danger: true, onSelect: () => onRemove(option) },
            ]}
            trigger={(button) => <IconButton icon={Ellipsis} label={t('actionsOf', { text })} {...button} />}
          />
        </td>
      )}
    </tr>
  );
}

/** Drag handle for mouse and touch; with the focus on it, the arrow keys, Home and End move the option. */
function Handle({
  option,
  index,
  count,
  onDrag,
  onStep,
  t,
}: Props & { readonly onStep: (to: number) => void }): ReactNode {
  const dragging = useRef(false);
  const steps: Readonly<Record<string, number>> = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 };
  const end = (event: PointerEvent, y: number | null) => {
    if (!dragging.current) return;
    dragging.current = false;
    event.currentTarget.releasePointerCapture(event.pointerId);
    onDrag?.end(y);
  };
  return (
    <IconButton
      icon={GripVertical}
      label={t('handle', { text: option.text, place: index + 1, count })}
      className="handle"
      blocked={onDrag === null}
      onPointerDown={(event) => {
        if (!onDrag || event.button !== 0) return;
        dragging.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (dragging.current) onDrag?.move(event.clientY);
      }}
      onPointerUp={(event) => end(event, event.clientY)}
      onPointerCancel={(event) => end(event, null)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          dragging.current = false;
          onDrag?.end(null);
        }
        const to = steps[event.key];
        if (to === undefined || !onDrag) return;
        event.preventDefault();
        onStep(to);
      }}
    />
  );
}
