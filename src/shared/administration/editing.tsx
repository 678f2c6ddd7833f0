import { createContext, type ReactNode, useContext } from 'react';

const Editing = createContext(true);

interface Props {
  readonly children: ReactNode;
}

/** Sets whether the parts of a settings element allow changes: with `readonly` it shows everything without ways to change it. */
export function EditingProvider({ mayEdit, children }: Props & { readonly mayEdit: boolean }): ReactNode {
  return <Editing.Provider value={mayEdit}>{children}</Editing.Provider>;
}

/** Whether the settings element around allows changes. */
export const useMayEdit = (): boolean => useContext(Editing);

/** Fields that are disabled where the element allows no changes. */
export function EditableFields({ children }: Props): ReactNode {
  return (
    <fieldset disabled={!useMayEdit()} style={{ display: 'contents' }}>
      {children}
    </fieldset>
  );
}
