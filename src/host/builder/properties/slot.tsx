import { type ReactNode, Suspense } from 'react';
import type { Condition } from '../../../shared/forms/index.ts';
import { useBuilder } from '../builder-context.ts';
import type { NodeId } from '../edits/tree.ts';
import { ConditionField } from '../panels/index.ts';
import { SwitchControl } from './controls.tsx';
import type { SetPatch } from './set-patch.ts';

interface SlotProps {
  readonly id: NodeId;
  readonly value: unknown;
  readonly error: string | undefined;
  readonly set: SetPatch;
}

/** Yes, no, or a condition. */
export function ConditionalSwitch({
  name,
  id,
  value,
  error,
  set,
}: SlotProps & { readonly name: 'required' | 'readOnly' }): ReactNode {
  const { t } = useBuilder();
  const isCondition = typeof value === 'object' && value !== null;
  return (
    <div className="stack">
      <SwitchControl
        label={t(`p.${name}`)}
        checked={value === true || isCondition}
        onChange={(checked) => set({ [name]: checked || undefined })}
      />
      {(value === true || isCondition) && (
        <Slot
          label={`${t(`p.${name}`)}: ${t('p.byCondition')}`}
          id={id}
          value={isCondition ? value : undefined}
          error={error}
          onChange={(condition) => set({ [name]: condition ?? true }, name)}
        />
      )}
    </div>
  );
}

/** Condition under which a node is visible. */
export function VisibleControl({ id, value, error, set }: SlotProps): ReactNode {
  const { t } = useBuilder();
  return (
    <Slot
      label={t('p.visible')}
      id={id}
      value={value}
      error={error}
      onChange={(visible) => set({ visible }, 'visible')}
    />
  );
}

interface ConditionSlot {
  readonly label: string;
  readonly id: NodeId | null;
  readonly value: unknown;
  readonly error: string | undefined;
  readonly onChange: (condition: Condition | undefined) => void;
}

/** Condition editor. */
export function Slot({ label, id, value, error, onChange }: ConditionSlot): ReactNode {
  const { store } = useBuilder();
  return (
    <Suspense>
      <ConditionField
        store={store}
        label={label}
        node={id}
        value={value as Condition | undefined}
        error={error}
        onChange={onChange}
      />
    </Suspense>
  );
}
