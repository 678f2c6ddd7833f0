import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import '../../widgets/hr-card/index.ts';
import { call } from '../../shared/api/index.ts';
import type { VervaEvent } from '../../shared/element/index.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { DocumentWidget } from '../document-widget.tsx';
import { NotFound } from '../pages/not-found.tsx';
import type { Route } from '../routes.ts';
import { hrMessages } from './hr.messages.ts';
import { PeopleList } from './people-list.tsx';
import './hr.css';

interface Props {
  readonly route: Route;
  readonly send?: typeof call;
}

/** Pages of HR by `meta.params.view` of their menu entry: `people`, or `card`, the user's own (HR-01). */
export function HrPage({ route, send = call }: Props): ReactNode {
  const { view } = route.params;
  if (view === 'people') return <PeoplePage route={route} send={send} />;
  return view === 'card' ? <CardPage userId={undefined} /> : <NotFound page={route.page} />;
}

/** Employees; at `/hr/people/anna.tamm` the card of one. */
function PeoplePage({ route, send }: Required<Props>): ReactNode {
  const t = useMessages(hrMessages);
  const [path, navigate] = useLocation();
  const search = useSearch();
  const opened = path.startsWith(`${route.path}/`) ? decodeURIComponent(path.slice(route.path.length + 1)) : undefined;
  const addressOf = (userId?: string) => {
    const address = userId === undefined ? route.path : `${route.path}/${encodeURIComponent(userId)}`;
    return search ? `${address}?${search}` : address;
  };
  // The list stays in the page, so that it is as it was after Back.
  return (
    <DocumentWidget>
      <div className="hr-people" hidden={opened !== undefined}>
        <PeopleList send={send} onOpen={(userId) => navigate(addressOf(userId))} />
      </div>
      {opened !== undefined && (
        <CardPage
          userId={opened}
          onOpen={(userId) => navigate(addressOf(userId))}
          back={
            <Button kind="ghost" small icon={ArrowLeft} onClick={() => navigate(addressOf())}>
              {t('back')}
            </Button>
          }
        />
      )}
    </DocumentWidget>
  );
}

interface CardProps {
  readonly userId: string | undefined;
  /** Opens another card: the address is the source of truth. */
  readonly onOpen?: (userId: string) => void;
  readonly back?: ReactNode;
}

function CardPage({ userId, onOpen, back }: CardProps): ReactNode {
  const element = useRef<HTMLElement>(null);
  const latest = useRef(onOpen);
  latest.current = onOpen;
  useEffect(() => {
    const card = element.current;
    const opened = (event: VervaEvent<'verva-hr-person-opened'>) => {
      if (!latest.current) return;
      event.preventDefault();
      latest.current(event.detail.userId);
    };
    card?.addEventListener('verva-hr-person-opened', opened);
    return () => card?.removeEventListener('verva-hr-person-opened', opened);
  }, []);
  return (
    <div className="hr-page">
      {back && <div className="back">{back}</div>}
      <verva-hr-card ref={element} user-id={userId} />
    </div>
  );
}
