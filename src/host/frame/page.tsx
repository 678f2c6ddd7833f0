import { type ComponentType, type ReactNode, useEffect } from 'react';
import { Redirect, useLocation } from 'wouter';
import type { ApplicationPage } from '../../shared/contracts/menu.rules.ts';
import type { Session } from '../../shared/contracts/session.contract.ts';
import { lazyPart } from '../../shared/ui/lazy-part.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { NotFound } from '../pages/not-found.tsx';
import { firstPage, INBOX, isDenied, otherAddressOf, type Route, routeAt } from '../routes.ts';

/** The application's pages by their names in the menu (RTE-08). */
const PAGES: Readonly<Record<ApplicationPage, ComponentType>> = {
  inbox: lazyPart(() => import('../pages/inbox-page.tsx'), 'InboxPage'),
  start: lazyPart(() => import('../pages/start-page.tsx'), 'StartPage'),
  tasks: lazyPart(() => import('../pages/tasks-page.tsx'), 'TasksPage'),
  'mass-action': lazyPart(() => import('../pages/mass-action-page.tsx'), 'MassActionPage'),
  'my-requests': lazyPart(() => import('../pages/requests-page.tsx'), 'RequestsPage'),
  delegations: lazyPart(() => import('../pages/delegations-page.tsx'), 'DelegationsPage'),
  manuals: lazyPart(() => import('../pages/manuals-page.tsx'), 'ManualsPage'),
  'manual-reports': lazyPart(() => import('../manuals/readers/reports-page.tsx'), 'ReportsPage'),
  'manual-settings': lazyPart(() => import('../manuals/manual-settings-page.tsx'), 'ManualSettingsPage'),
  users: lazyPart(() => import('../pages/users-page.tsx'), 'UsersPage'),
  tags: lazyPart(() => import('../pages/tags-page.tsx'), 'TagsPage'),
  'all-delegations': lazyPart(() => import('../delegations/all-delegations-page.tsx'), 'AllDelegationsPage'),
  alerts: lazyPart(() => import('../alerts/alerts-page.tsx'), 'AlertsPage'),
  audit: lazyPart(() => import('../audit/audit-page.tsx'), 'AuditPage'),
  rights: lazyPart(() => import('../rights/rights-page.tsx'), 'RightsPage'),
  groups: lazyPart(() => import('../pages/groups-page.tsx'), 'GroupsPage'),
  departments: lazyPart(() => import('../pages/departments-page.tsx'), 'DepartmentsPage'),
  companies: lazyPart(() => import('../pages/companies-page.tsx'), 'CompaniesPage'),
  dimensions: lazyPart(() => import('../pages/dimensions-page.tsx'), 'DimensionsPage'),
  dropdowns: lazyPart(() => import('../pages/dropdowns-page.tsx'), 'DropdownsPage'),
  'sign-in-settings': lazyPart(() => import('../sign-in-settings/sign-in-settings-page.tsx'), 'SignInSettingsPage'),
  'notification-defaults': lazyPart(() => import('../notifications/defaults-page.tsx'), 'NotificationDefaultsPage'),
  provisioning: lazyPart(() => import('../provisioning/provisioning-page.tsx'), 'ProvisioningPage'),
  'identity-providers': lazyPart(() => import('../issuers/issuers-page.tsx'), 'IssuersPage'),
  embedding: lazyPart(() => import('../embedding/embedding-page.tsx'), 'EmbeddingPage'),
  organisation: lazyPart(() => import('../organisations/organisation-page.tsx'), 'OrganisationPage'),
  organisations: lazyPart(() => import('../organisations/organisations-page.tsx'), 'OrganisationsPage'),
  configuration: lazyPart(() => import('../configuration/configuration-page.tsx'), 'ConfigurationPage'),
  processes: lazyPart(() => import('../process-settings/process-settings-page.tsx'), 'ProcessSettingsPage'),
  'case-types': lazyPart(() => import('../case-types/case-types-page.tsx'), 'CaseTypesPage'),
  'catalogue-settings': lazyPart(
    () => import('../catalogue-settings/catalogue-settings-page.tsx'),
    'CatalogueSettingsPage',
  ),
  'registry-settings': lazyPart(
    () => import('../registry-settings/registry-settings-page.tsx'),
    'RegistrySettingsPage',
  ),
  'menu-items': lazyPart(() => import('../menu-items/menu-items-page.tsx'), 'MenuItemsPage'),
  forms: lazyPart(() => import('../forms/forms-page.tsx'), 'FormsPage'),
  i18n: lazyPart(() => import('../translations/translations-page.tsx'), 'TranslationsPage'),
  formbuilder: lazyPart(() => import('../builder/builder-page.tsx'), 'BuilderPage'),
};

const HrPage = lazyPart(() => import('../hr/hr-page.tsx'), 'HrPage');
const EmbedPage = lazyPart(() => import('../pages/embed-page.tsx'), 'EmbedPage');
const RegistryPage = lazyPart(() => import('../registry/registry-page.tsx'), 'RegistryPage');
const LinkPage = lazyPart(() => import('../pages/link-page.tsx'), 'LinkPage');

interface Props {
  /** Null while the menu is loading: then only the inbox is known, and no other page is rejected yet. */
  readonly routes: readonly Route[] | null;
  readonly path: string;
  readonly session: Session;
}

/** Renders the page of an address. */
export function Page({ routes, path, session }: Props): ReactNode {
  const [, navigate] = useLocation();
  const route = routeAt(routes ?? [INBOX], path);
  const denied = isDenied(path, route, session.user);
  useEffect(() => {
    if (denied) navigate('/401?noGoBack', { replace: true });
  }, [denied, navigate]);
  if (denied) return null;
  const other = otherAddressOf(path);
  if (other) return <Redirect to={other} replace />;
  if (!route) return routes === null ? <Skeleton rows={8} /> : <NotFound />;
  const list = listOf(routes ?? [INBOX], route);
  if (list) return <Redirect to={list} replace />;
  if (route.page === 'link') return <LinkPage route={route} />;
  if (route.page === 'embed') return <EmbedPage key={route.id} route={route} />;
  if (route.page === 'hr') return <HrPage key={route.id} route={route} />;
  if (route.page === 'registry') return <RegistryPage route={route} />;
  const Known = (PAGES as Readonly<Record<string, ComponentType>>)[route.page];
  if (Known) return <Known />;
  const first = firstPage(route);
  return first === route ? <NotFound page={route.page || route.path} /> : <Redirect to={first.path} replace />;
}

/** A menu entry with a saved view redirects to the list with that view (BEY-19). */
function listOf(routes: readonly Route[], { page, params: { view } }: Route): string | undefined {
  // Views of HR are pages.
  if (typeof view !== 'string' || page === 'hr') return undefined;
  const list = routes.find((route) => route.page === page && route.params.view === undefined);
  return list && `${list.path}?view=${encodeURIComponent(view)}`;
}
