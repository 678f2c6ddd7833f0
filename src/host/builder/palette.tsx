import { useDraggable } from '@dnd-kit/core';
import { useSignals } from '@preact/signals-react/runtime';
import { type LucideIcon, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { SearchBox } from '../../shared/ui/search-box.tsx';
import { useBuilder } from './builder-context.ts';
import { typeText } from './builder-text.ts';
import { addNew, change } from './commands.ts';
import { add } from './edits/place-edits.ts';
import { fragments, removeFragment } from './fragments/fragments.store.ts';
import { foundTypes, iconOf, NODE_GROUPS } from './node-types.ts';

/** All available parts: a click adds one after the selection, a drag places it. */
export function Palette(): ReactNode {
  useSignals();
  const builder = useBuilder();
  const { t } = builder;
  const [q, setQ] = useState('');
  const found = new Set(foundTypes(q, t).map(({ type }) => type));
  const wanted = q.trim().toLocaleLowerCase();
  const kept = fragments.value.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  return (
    <>
      <SearchBox label={t('palette.search')} value={q} onSearch={setQ} className="fb-search" />
      {NODE_GROUPS.map(({ group, types }) => {
        const shown = types.filter(({ type }) => found.has(type));
        return (
          shown.length > 0 && (
            <div key={group}>
              <h3 className="eyebrow">{t(group)}</h3>
              <ul>
                {shown.map(({ type, icon }) => (
                  <li key={type}>
                    <Part type={type} icon={icon} label={typeText(type, t)} />
                  </li>
                ))}
              </ul>
            </div>
          )
        );
      })}
      {kept.length > 0 && (
        <div>
          <h3 className="eyebrow">{t('group.fragments')}</h3>
          <ul>
            {kept.map((fragment) => (
              <li key={fragment.id} className="fb-fragment">
                <button
                  type="button"
                  className="fb-part"
                  title={t('fragment.insert', { name: fragment.name })}
                  onClick={() => change(builder, add(fragment.nodes))}
                >
                  <Icon of={iconOf(fragment.nodes[0]?.type ?? '')} />
                  <span className="cut">{fragment.name}</span>
                </button>
                <IconButton
                  small
                  icon={X}
                  label={t('fragment.remove', { name: fragment.name })}
                  onClick={() => void removeFragment(fragment)}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
      {found.size === 0 && kept.length === 0 && <p className="s muted">{t('palette.none')}</p>}
      <p className="xs muted fb-palette-hint">{t('palette.hint')}</p>
    </>
  );
}

function Part({
  type,
  icon,
  label,
}: {
  readonly type: string;
  readonly icon: LucideIcon;
  readonly label: string;
}): ReactNode {
  const builder = useBuilder();
  const drag = useDraggable({ id: `new:${type}` });
  return (
    <button
      ref={drag.setNodeRef}
      type="button"
      className={`fb-part ${drag.isDragging ? 'drag' : ''}`}
      onPointerDown={drag.listeners?.onPointerDown as React.PointerEventHandler | undefined}
      onClick={() => addNew(builder, type)}
    >
      <Icon of={icon} />
      <span className="cut">{label}</span>
    </button>
  );
}
