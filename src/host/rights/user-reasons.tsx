import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Membership, UserRights } from '../../shared/contracts/rights.contract.ts';
import { dayOf, formatDay, language, timeZone } from '../../shared/locale/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import type { RightsText } from './rights-text.ts';

interface Props {
  readonly rights: UserRights;
  readonly t: RightsText;
}

interface Reason {
  readonly key: string;
  readonly text: string;
  readonly because?: string;
  /** Where it can be changed. */
  readonly link?: { readonly to: string; readonly label: string };
}

/** What a user may do, in sentences, each with its reason and a way to change it. */
export function UserReasons({ rights: found, t }: Props): ReactNode {
  const { user, isActive, memberships } = found;
  const name = user.name;
  const ofRights = rightReasons(found, t);
  const places = placeReasons(found, t);
  return (
    <>
      {!isActive && <Banner tone="amber">{t('inactive')}</Banner>}
      <h3 className="t3">{t('rights', { name })}</h3>
      <Reasons reasons={ofRights} t={t} />
      <p className="s second">{ofRights.length === 0 ? t('rights.none', { name }) : t('rights.also')}</p>
      <h3 className="t3">{t('groups', { name })}</h3>
      {memberships.length === 0 && <p className="s second">{t('groups.none', { name })}</p>}
      <Reasons reasons={memberships.map((one) => groupReason(one, t))} t={t} />
      {places.length > 0 && (
        <>
          <h3 className="t3">{t('places')}</h3>
          <Reasons reasons={places} t={t} />
        </>
      )}
    </>
  );
}

function Reasons({ reasons, t }: { readonly reasons: readonly Reason[]; readonly t: RightsText }): ReactNode {
  if (reasons.length === 0) return null;
  return (
    <ul className="rights-reasons">
      {reasons.map(({ key, text, because, link }) => (
        <li key={key} className="row row-12">
          <span className="stack grow">
            <span>{text}</span>
            {because && <span className="xs muted">{because}</span>}
          </span>
          {link && (
            <Link href={link.to} className="link s" aria-label={link.label}>
              {t('change')}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

function rightReasons({ rights, confidential, memberships }: UserRights, t: RightsText): Reason[] {
  const because = (ids: readonly string[]) => t('because', { groups: namesOf(ids, memberships) });
  return [
    ...rights.map(({ id, groups }) => ({ key: id, text: t(`right.${id}`), because: because(groups) })),
    ...confidential.map(({ kind, groups }) => ({
      key: kind,
      text: t(`right.${kind}`),
      because: groups.length > 0 ? because(groups) : t('because.setting'),
    })),
  ];
}

function groupReason(membership: Membership, t: RightsText): Reason {
  const { id, name } = membership;
  return {
    key: id,
    text: name,
    because: sourceOf(membership, t),
    link: { to: `/settings/groups?id=${encodeURIComponent(id)}`, label: t('change.of', { group: name }) },
  };
}

function sourceOf({ source, addedAt, addedBy }: Membership, t: RightsText): string {
  const day = formatDay(dayOf(addedAt, timeZone.value));
  switch (source) {
    case 'idp':
      return t('source.idp');
    case 'scim':
      return t('source.scim', { day });
    case 'manual':
      return addedBy ? t('source.manual', { name: addedBy.name, day }) : t('source.manual.unknown', { day });
    default:
      return t('source.sync', { day });
  }
}

function placeReasons({ user, heads, manages, standsFor, registries, memberships }: UserRights, t: RightsText) {
  const { name } = user;
  const first = listed(manages.users.map((one) => one.name));
  const count = manages.count - manages.users.length;
  const users = count > 0 ? t('manages.more', { users: first, count }) : first;
  return [
    ...heads.map((one) => ({
      key: one.id,
      text: t('head', { department: one.name, name }),
      link: {
        to: `/settings/departments?id=${encodeURIComponent(one.id)}`,
        label: t('head.change', { department: one.name }),
      },
    })),
    ...(manages.count > 0 ? [{ key: 'manages', text: t('manages', { count: manages.count, users, name }) }] : []),
    ...standsFor.map((one) => ({
      key: one.id,
      text: t('standsFor', { user: one.user.name, day: formatDay(one.until) }),
      link: {
        to: `/settings/delegations?user=${encodeURIComponent(one.user.id)}`,
        label: t('standsFor.change', { user: one.user.name }),
      },
    })),
    ...registries.map(({ id, title, access, groups }) => ({
      key: `registry ${id}`,
      text: t(`registry.${access}`, { registry: title, groups: namesOf(groups, memberships) }),
    })),
  ] satisfies Reason[];
}

const namesOf = (ids: readonly string[], memberships: readonly Membership[]): string =>
  listed(ids.map((id) => memberships.find((one) => one.id === id)?.name ?? id));

const listed = (names: readonly string[]): string =>
  new Intl.ListFormat(language.value, { type: 'conjunction' }).format(names);
