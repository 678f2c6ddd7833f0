import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Link } from 'wouter';
import { linkOf } from '../../shared/contracts/menu.rules.ts';
import { firstPage, type Route } from '../routes.ts';

interface Props extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  readonly route: Route;
}

/** A link to the first page of an entry. The address of another system opens in a new tab (RTE-08). */
export function RouteLink({ route, ...rest }: Props): ReactNode {
  const target = firstPage(route);
  const address = target.page === 'link' ? linkOf(target.params) : null;
  if (address?.startsWith('https:')) return <a {...rest} href={address} target="_blank" rel="noreferrer" />;
  return <Link {...rest} href={address ?? target.path} />;
}
