import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { FieldNote } from '../../shared/ui/field.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import type { PartProps } from './form-part.ts';
import type { GroupRow } from './issuer-form.ts';
import type { Issuers } from './issuers.store.ts';

interface Props extends PartProps {
  readonly groups: Issuers['groups'];
}

/** The claim with groups, and which of its values grants which group. */
export function GroupFields({ form, groups, change, fault, t }: Props): ReactNode {
  const rows = form.groups;
  const replace = (row: GroupRow, values: Partial<GroupRow>) =>
    change({ groups: rows.map((one) => (one.key === row.key ? { ...one, ...values } : one)) });
  const add = () =>
    change({ groups: [...rows, { key: Math.max(0, ...rows.map(({ key }) => key + 1)), value: '', group: '' }] });
  const isWrong = fault('/groupMap', t('groups')) !== undefined;
  return (
    <fieldset className="stack emb-scopes">
      <legend className="label">{t('groups')}</legend>
      <TextField
        label={t('groupsClaim')}
        aside={t('optional')}
        isCode
        maxLength={200}
        hint={t('groupsClaim.hint')}
        error={fault('/groupsClaim', t('groupsClaim'))}
        value={form.groupsClaim}
        onChange={(groupsClaim) => change({ groupsClaim })}
      />
      {form.groupsClaim.trim() !== '' && (
        <>
          {rows.map((row) => (
            <div key={row.key} className="iss-group">
              <input
                type="text"
                className="control mono"
                aria-label={t('groups.value')}
                placeholder={t('groups.value')}
                aria-invalid={(isWrong && row.value.trim() === '') || undefined}
                autoComplete="off"
                maxLength={200}
                value={row.value}
                onChange={({ target }) => replace(row, { value: target.value })}
              />
              <select
                className="control"
                aria-label={t('groups.group')}
                aria-invalid={(isWrong && row.group === '') || undefined}
                value={row.group}
                onChange={({ target }) => replace(row, { group: target.value })}
              >
                <option value="">{t('groups.choose')}</option>
                {groups.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
              <IconButton
                icon={X}
                label={t('groups.remove', { value: row.value })}
                onClick={() => change({ groups: rows.filter(({ key }) => key !== row.key) })}
              />
            </div>
          ))}
          {isWrong && <FieldNote id="iss-groups" error={t('groups.missing')} hint={undefined} />}
          <div>
            <Button small icon={Plus} onClick={add}>
              {t('groups.add')}
            </Button>
          </div>
        </>
      )}
    </fieldset>
  );
}
