import { type ReactNode, Suspense, useState } from 'react';
import type { RegistryStatus, StatusMove } from '../../shared/contracts/registry-settings.contract.ts';
import { ChoiceControl } from '../../shared/ui/choice-control.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import type { TabProps } from './edited-registry.ts';
import type { MoveDialogProps } from './move-dialog.tsx';
import type { RegistrySettingsText } from './registry-settings-text.ts';

const MoveDialog = containedPart<'MoveDialog', MoveDialogProps>(() => import('./move-dialog.tsx'), 'MoveDialog');

interface Props extends TabProps {
  readonly nameOf: (status: RegistryStatus) => string;
}

/** Which status may follow which: all, or those marked in a table. */
export function MovesCard({ values, type, opened, nameOf, t }: Props): ReactNode {
  const [open, setOpen] = useState<StatusMove | null>(null);
  const { statuses, moves } = values;
  const isSame = (a: StatusMove, b: Pick<StatusMove, 'from' | 'to'>) => a.from === b.from && a.to === b.to;
  const all = statuses.flatMap(({ id: from }) =>
    statuses.flatMap(({ id: to }) => (from === to ? [] : [{ from, to, groups: [], requires: [] }])),
  );
  const named = (id: string) => nameOf(statuses.find((status) => status.id === id)!);
  return (
    <div className="card reg-moves">
      <ChoiceControl
        label={t('moves')}
        hint={t('moves.hint')}
        checked={moves.length > 0}
        onChange={(on) => type({ moves: on ? all : [] })}
      />
      {moves.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        <section className="reg-matrix" aria-label={t('moves')} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('moves.from')}</th>
                {statuses.map((status) => (
                  <th key={status.id} scope="col">
                    {nameOf(status)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {statuses.map((from) => (
                <tr key={from.id}>
                  <th scope="row">{nameOf(from)}</th>
                  {statuses.map((to) => {
                    const key = { from: from.id, to: to.id };
                    const move = moves.find((one) => isSame(one, key));
                    return (
                      <td key={to.id}>
                        {from.id !== to.id && (
                          <Cell
                            move={move}
                            label={t('move', { from: nameOf(from), to: nameOf(to) })}
                            onToggle={(on) =>
                              type({
                                moves: on
                                  ? [...moves, { ...key, groups: [], requires: [] }]
                                  : moves.filter((one) => !isSame(one, key)),
                              })
                            }
                            onOpen={setOpen}
                            t={t}
                          />
                        )}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {open && (
        <Suspense>
          <MoveDialog
            move={open}
            title={t('move', { from: named(open.from), to: named(open.to) })}
            groups={opened.groups}
            fields={opened.fields}
            onSave={(move) => type({ moves: moves.map((one) => (isSame(one, move) ? move : one)) })}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

interface CellProps {
  readonly move: StatusMove | undefined;
  readonly label: string;
  readonly onToggle: (on: boolean) => void;
  readonly onOpen: (move: StatusMove) => void;
  readonly t: RegistrySettingsText;
}

/** Whether a change is allowed, and its conditions. */
function Cell({ move, label, onToggle, onOpen, t }: CellProps): ReactNode {
  const words = move && [
    ...(move.groups.length > 0 ? [t('move.groups', { count: move.groups.length })] : []),
    ...(move.requires.length > 0 ? [t('move.requires', { count: move.requires.length })] : []),
  ];
  return (
    <span className="stack reg-cell">
      <input
        type="checkbox"
        className="check"
        aria-label={label}
        checked={move !== undefined}
        onChange={({ target }) => onToggle(target.checked)}
      />
      {move && (
        <button type="button" className="link xs" onClick={() => onOpen(move)}>
          {words?.join(', ') || t('move.free')}
          <span className="sr">, {label}</span>
        </button>
      )}
    </span>
  );
}
