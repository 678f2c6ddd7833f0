import type { ReactNode } from 'react';
import type { HrUser } from '../../shared/contracts/hr-users.contract.ts';
import type { RecordColumn } from '../../shared/contracts/records.contract.ts';
import { formatDay } from '../../shared/locale/index.ts';
import type { TableColumn } from '../../shared/records/record-table.tsx';
import { Avatar } from '../../shared/ui/avatar.tsx';
import type { HrText } from './hr-text.ts';

interface Options {
  readonly described: readonly RecordColumn[];
  readonly onOpen: (userId: string) => void;
  readonly t: HrText;
}

/** Widths in pixels, in the order of the columns. */
const WIDTHS: Readonly<Record<string, number>> = {
  ...{ name: 220, jobTitle: 190, company: 160, department: 160, manager: 160, contractNumber: 130 },
  ...{ contractKind: 170, contractStart: 120, contractEnd: 120, dimension: 170 },
};

const EMPTY = <span className="muted none">–</span>;

const text = (value: string | null | undefined): ReactNode =>
  value ? (
    <span className="cut" title={value}>
      {value}
    </span>
  ) : (
    EMPTY
  );

/** Columns of the list: those that the server describes for this reader. */
export function peopleColumns({ described, onOpen, t }: Options): TableColumn<HrUser>[] {
  return Object.keys(WIDTHS)
    .filter((field) => field === 'name' || described.some((one) => one.field === field))
    .map((field) => ({
      field,
      width: WIDTHS[field],
      isName: field === 'name',
      needsTitle: ['manager', 'contractStart', 'contractEnd'].includes(field),
      draw: (user) => (field === 'name' ? nameOf(user, onOpen) : cellOf(field, user, described, t)),
    }));
}

const nameOf = (user: HrUser, onOpen: Options['onOpen']): ReactNode => (
  <span className="row person">
    <Avatar name={user.name} picture={user.avatar} />
    <button type="button" className="link cut strong" onClick={() => onOpen(user.id)}>
      {user.name}
    </button>
  </span>
);

function cellOf(field: string, user: HrUser, described: readonly RecordColumn[], t: HrText): ReactNode {
  const { contract } = user;
  switch (field) {
    case 'jobTitle':
      return text(user.jobTitle);
    case 'company':
      return text(user.company?.name);
    case 'department':
      return text(user.department?.name);
    case 'manager':
      return text(user.managers.map(({ name }) => name).join(', '));
    case 'contractNumber':
      return text(contract?.number);
    case 'contractKind': {
      const options = described.find((one) => one.field === field)?.options ?? [];
      return text(options.find(({ id }) => id === contract?.kind)?.text ?? contract?.kind);
    }
    case 'contractStart':
      return contract ? formatDay(contract.startsOn) : EMPTY;
    case 'contractEnd':
      return contract ? text(contract.endsOn === null ? t('openEnded') : formatDay(contract.endsOn)) : EMPTY;
    default:
      return text(contract?.dimensions.join(', '));
  }
}
