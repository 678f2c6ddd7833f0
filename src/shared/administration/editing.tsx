import { createContext, type ReactNode, useContext } from 'react';

const Editing = createContext(true);
const AuditPage = createContext<string | undefined>(undefined);

interface Props {
  readonly children: ReactNode;
}

interface EditingProps extends Props {
  /** With `readonly` an element shows everything without ways to change it. */
  readonly mayEdit: boolean;
  /** Address of the page with the audit log. */
  readonly auditPage?: string | undefined;
}

/** Sets whether the parts of a settings element allow changes, and where they lead to the audit log. */
export function EditingProvider({ mayEdit, auditPage, children }: EditingProps): ReactNode {
  return (
    <AuditPage.Provider value={auditPage || undefined}>
      <Editing.Provider value={mayEdit}>{children}</Editing.Provider>
    </AuditPage.Provider>
  );
}

/** Whether the settings element around allows changes. */
export const useMayEdit = (): boolean => useContext(Editing);

/** Address of the page with the audit log, if the element has it. */
export const useAuditPage = (): string | undefined => useContext(AuditPage);

/** Fields that are disabled where the element allows no changes. */
export function EditableFields({ children }: Props): ReactNode {
  return (
    <fieldset disabled={!useMayEdit()} style={{ display: 'contents' }}>
      {children}
    </fieldset>
  );
}
