import { useSignals } from '@preact/signals-react/runtime';
import type { CSSProperties, ReactNode } from 'react';
import { callForResponse } from '../../shared/api/call.ts';
import { pictureAt } from '../../shared/api/pictures.ts';
import { type CompanyRow, getCompanyLogo } from '../../shared/contracts/companies.contract.ts';
import { hueOf, initialsOf } from '../../shared/ui/initials.ts';

interface Props {
  readonly company: Pick<CompanyRow, 'id' | 'name' | 'logo'>;
  /** Side in px. */
  readonly size: 24 | 40 | 64;
  /** URL of a logo that is not saved yet; null: it will be removed. */
  readonly instead?: string | null;
}

/** The logo of a company, or until it has loaded the initials. The name is shown next to it. */
export function CompanyLogo({ company: { id, name, logo }, size, instead }: Props): ReactNode {
  useSignals();
  const hue = { '--h': hueOf(name) } as CSSProperties;
  const saved =
    logo === null
      ? null
      : pictureAt(`/api/companies/${id}/logo?v=${logo}`, () =>
          callForResponse(getCompanyLogo, { params: { id }, query: { v: logo } }),
        ).value;
  const shown = instead === undefined ? saved : instead;
  return (
    <span
      className={`av logo s${size} ${shown ? 'drawn' : ''}`}
      style={hue}
      data-i={initialsOf(name)}
      aria-hidden="true"
    >
      {shown && <img src={shown} alt="" />}
    </span>
  );
}
