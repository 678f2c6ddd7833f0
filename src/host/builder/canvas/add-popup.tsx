import { useSignals } from '@preact/signals-react/runtime';
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '../../../shared/ui/icon.tsx';
import { placeBeside } from '../../../shared/ui/place.ts';
import { useBuilder } from '../builder-context.ts';
import { typeText } from '../builder-text.ts';
import { addNew, change } from '../commands.ts';
import { canHold } from '../edits/allowed.ts';
import { add } from '../edits/place-edits.ts';
import { fragments } from '../fragments/fragments.store.ts';
import { blankNode, foundTypes, iconOf } from '../node-types.ts';

/** Searchable list of parts to add at a position: arrow keys select, Enter adds. */
export function AddPopup(): ReactNode {
  useSignals();
  const { view } = useBuilder();
  const open = view.adding.value;
  return open ? <Popup key={open.target ? `${open.target.parent} ${open.target.index}` : ''} {...open} /> : null;
}

type Props = NonNullable<ReturnType<typeof useBuilder>['view']['adding']['value']>;

function Popup({ target, anchor }: Props): ReactNode {
  useSignals();
  const builder = useBuilder();
  const { store, view, t } = builder;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [q, setQ] = useState('');
  const [active, setActive] = useState(0);
  const body = store.body.value;
  const languageId = store.languageId.value;
  const wanted = q.trim().toLocaleLowerCase();
  const choices = [
    ...foundTypes(q, t)
      .filter(({ type }) => !target || canHold(body, target.parent, blankNode(type, languageId, t)))
      .map(({ type, icon }) => ({
        key: type,
        icon,
        label: typeText(type, t),
        take: () => addNew(builder, type, target && ((node) => add([node], target))),
      })),
    ...fragments.value
      .filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
      .filter(({ nodes }) => !target || nodes.every((node) => canHold(body, target.parent, node)))
      .map(({ id: key, name, nodes }) => ({
        key,
        icon: iconOf(nodes[0]?.type ?? ''),
        label: name,
        take: () => change(builder, add(nodes, target)),
      })),
  ];
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    element.showPopover();
    placeBeside(anchor, element);
    element.querySelector('input')?.focus();
  }, [anchor]);
  const close = () => {
    view.adding.value = null;
    view.focus.value += 1;
  };
  const take = (index: number) => {
    const choice = choices[index];
    if (!choice) return;
    view.adding.value = null;
    choice.take();
  };
  const press = (event: KeyboardEvent) => {
    event.stopPropagation();
    const count = choices.length;
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && count > 0) {
      event.preventDefault();
      setActive((active + (event.key === 'ArrowDown' ? 1 : -1) + count) % count);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      take(active);
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      close();
    }
  };
  return (
    <div
      ref={box}
      popover="auto"
      className="menu fb-popup"
      onToggle={(event) => {
        if (event.newState === 'closed' && view.adding.peek()?.anchor === anchor) view.adding.value = null;
      }}
    >
      <div className="control">
        <input
          type="text"
          role="combobox"
          aria-label={t('palette.search')}
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={id}
          aria-activedescendant={choices.length > 0 ? `${id}-${active}` : undefined}
          placeholder={t('palette.search')}
          data-own-keys=""
          value={q}
          onChange={(event) => {
            setQ(event.target.value);
            setActive(0);
          }}
          onKeyDown={press}
        />
      </div>
      <div role="listbox" id={id} aria-label={t('pane.palette')} className="fb-choices">
        {choices.map(({ key, icon, label }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
          <div
            key={key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={index === active ? 'is-active' : ''}
            ref={(row) => {
              if (index === active) row?.scrollIntoView({ block: 'nearest' });
            }}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(index)}
          >
            <Icon of={icon} />
            <span className="cut">{label}</span>
          </div>
        ))}
      </div>
      {choices.length === 0 && <p className="s muted">{t('palette.none')}</p>}
    </div>
  );
}
