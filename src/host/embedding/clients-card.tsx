import { Ellipsis, Plus } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { formatDayAndTime } from '../../shared/locale/index.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Menu, type MenuProps } from '../../shared/ui/menu.tsx';

/** A system with a secret of its own. */
interface Client {
  readonly id: string;
  readonly name: string;
  readonly lastUsedAt: string | null;
}

interface ClientColumn<Row extends Client> {
  readonly heading: string;
  readonly draw: (client: Row) => ReactNode;
  /** On phones the cell has no heading. */
  readonly isPlain?: true;
}

interface ClientsTexts {
  readonly title: string;
  readonly more: string;
  readonly none: string;
  readonly noneMore: string;
  readonly add: string;
  readonly name: string;
  readonly used: string;
  readonly never: string;
  readonly actions: string;
  readonly actionsOf: (client: Client) => string;
}

interface Props<Row extends Client> {
  readonly clients: readonly Row[];
  /** Between the name and the last use. */
  readonly columns: readonly ClientColumn<Row>[];
  readonly menuOf: (client: Row) => MenuProps['items'];
  readonly onAdd: () => void;
  readonly texts: ClientsTexts;
}

/** A table of systems that call the service with secrets, with a button that adds one. */
export function ClientsCard<Row extends Client>({ clients, columns, menuOf, onAdd, texts }: Props<Row>): ReactNode {
  const id = useId();
  const add = (
    <Button kind="primary" icon={Plus} onClick={onAdd}>
      {texts.add}
    </Button>
  );
  return (
    <section className="card emb-card" aria-labelledby={id}>
      <header className="row wrap">
        <div className="stack grow">
          <h2 className="t2" id={id}>
            {texts.title}
          </h2>
          <p className="s second">{texts.more}</p>
        </div>
        {clients.length > 0 && add}
      </header>
      {clients.length === 0 ? (
        <EmptyState title={texts.none} text={texts.noneMore}>
          {add}
        </EmptyState>
      ) : (
        <table className="tbl folds emb-table">
          <thead>
            <tr>
              <th scope="col">{texts.name}</th>
              {columns.map(({ heading }) => (
                <th scope="col" key={heading}>
                  {heading}
                </th>
              ))}
              <th scope="col" className="emb-used">
                {texts.used}
              </th>
              <th scope="col" className="emb-act">
                <span className="sr">{texts.actions}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {clients.map((client) => (
              <tr key={client.id}>
                <td className="strong fold-name">{client.name}</td>
                {columns.map(({ heading, draw, isPlain }) => (
                  <td key={heading} data-label={isPlain ? undefined : heading}>
                    {draw(client)}
                  </td>
                ))}
                <td data-label={texts.used}>
                  {client.lastUsedAt === null ? (
                    <span className="muted">{texts.never}</span>
                  ) : (
                    formatDayAndTime(client.lastUsedAt)
                  )}
                </td>
                <td className="emb-act fold-actions">
                  <Menu
                    label={texts.actionsOf(client)}
                    align="end"
                    items={menuOf(client)}
                    trigger={(button) => (
                      <IconButton {...button} small icon={Ellipsis} label={texts.actionsOf(client)} />
                    )}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
