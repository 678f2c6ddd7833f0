import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import { Icon } from '../../../shared/ui/icon.tsx';
import { useBuilder } from '../builder-context.ts';
import { labelText, typeText } from '../builder-text.ts';
import { nodeLabel } from '../edits/edit.ts';
import { update } from '../edits/member-edits.ts';
import { placesOf, rootId } from '../edits/tree.ts';
import { iconOf } from '../node-types.ts';
import { SwitchControl } from './controls.tsx';
import { FormSettings } from './form-settings.tsx';
import { NodeProperties } from './node-properties.tsx';

/** Properties of the selected node, or of the form if the selection is empty or everything. */
export function Properties(): ReactNode {
  useSignals();
  const { store, t } = useBuilder();
  const body = store.body.value;
  const ids = store.selection.value;
  const [id] = ids;
  const place = id === undefined ? undefined : placesOf(body).get(id);
  if (!place || id === rootId(body)) return <FormSettings />;
  const { node } = place;
  if (ids.length > 1) {
    const nodes = ids.flatMap((one) => placesOf(body).get(one)?.node ?? []);
    const fields = ids.filter((one) => 'key' in (placesOf(body).get(one)?.node ?? {}));
    return (
      <>
        <h2 className="t3">{t('p.several', { count: ids.length })}</h2>
        {fields.length === ids.length &&
          (['required', 'readOnly'] as const).map((name) => (
            <SwitchControl
              key={name}
              label={t(`p.${name}`)}
              checked={nodes.every((one) => name in one && (one as unknown as Record<string, unknown>)[name] === true)}
              onChange={(checked) => store.apply(update(ids, { [name]: checked || undefined }))}
            />
          ))}
      </>
    );
  }
  return (
    <>
      <div className="fb-props-head">
        <Icon of={iconOf(node.type)} />
        <h2 className="t3 grow cut">{labelText(nodeLabel(node), store.languageId.value, t)}</h2>
        <span className="xs muted">{typeText(node.type, t)}</span>
      </div>
      <NodeProperties key={place.pointer + node.type} id={place.id} node={node} />
    </>
  );
}
