import type { ReactNode } from 'react';
import { ChoiceControl } from '../../shared/ui/choice-control.tsx';
import { GroupsField } from '../fields/groups-field.tsx';
import type { TabProps } from './edited-registry.ts';

/** Who may read, change and delete records. */
export function GroupsTab({ values, type, opened, t }: TabProps): ReactNode {
  const { groups } = opened;
  return (
    <section className="card reg-card" aria-label={t('tab.groups')}>
      {(['readGroups', 'writeGroups', 'deleteGroups'] as const).map((list) => (
        <GroupsField
          key={list}
          label={t(list)}
          hint={t(`${list}.hint`)}
          placeholder={t('groups.add')}
          groups={groups}
          value={values[list]}
          onChange={(ids) => type({ [list]: [...ids] })}
        />
      ))}
      <ChoiceControl
        label={t('ownerReads')}
        hint={t('ownerReads.hint')}
        checked={values.ownerReads}
        onChange={(ownerReads) => type({ ownerReads })}
      />
    </section>
  );
}
