import { type ReactNode, useRef, useState } from 'react';
import { useMayEdit } from '../../shared/administration/editing.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { OptionRow, type OptionTableProps } from './option-row.tsx';

const SHOWN = 100;

/** Options with their texts side by side, reordered by the drag handle, its arrow keys or the menu. */
export function OptionTable(props: OptionTableProps): ReactNode {
  const { options, languages, mayMove, onMove, t } = props;
  const mayEdit = useMayEdit();
  const [limit, setLimit] = useState(SHOWN);
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number } | null>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const shown = options.slice(0, limit);

  /** Index of the row under the pointer. */
  const placeAt = (y: number): number => {
    const rows = [...(body.current?.rows ?? [])];
    const at = rows.findIndex((row) => y < row.getBoundingClientRect().bottom);
    return at < 0 ? rows.length - 1 : at;
  };
  return (
    <div className="detail-scroll options">
      <table className="tbl folds">
        <caption className="sr">{t('optionsOf')}</caption>
        <thead>
          <tr>
            {mayEdit && (
              <th scope="col" className="grip">
                <span className="sr">{t('order')}</span>
              </th>
            )}
            <th scope="col" className="option-text">
              {t('defaultText')}
            </th>
            {languages.map(({ id, name }) => (
              <th key={id} scope="col" lang={id}>
                {name}
              </th>
            ))}
            <th scope="col" className="kept">
              {t('properties')}
            </th>
            {mayEdit && (
              <th scope="col" className="more">
                <span className="sr">{t('actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body}>
          {shown.map((option, index) => (
            <OptionRow
              {...props}
              key={option.id}
              option={option}
              index={index}
              count={options.length}
              dragged={drag?.from === index}
              target={
                drag && drag.to === index && drag.from !== index ? (drag.to > drag.from ? 'below' : 'above') : null
              }
              onDrag={
                mayMove
                  ? {
                      move: (y) => setDrag({ from: index, to: placeAt(y) }),
                      end: (y) => {
                        setDrag(null);
                        if (y !== null) onMove(index, placeAt(y));
                      },
                    }
                  : null
              }
            />
          ))}
        </tbody>
      </table>
      {options.length > limit && (
        <div className="list-foot">
          <Button kind="ghost" onClick={() => setLimit(limit + SHOWN)}>
            {t('moreOptions', { count: options.length - limit })}
          </Button>
        </div>
      )}
    </div>
  );
}
