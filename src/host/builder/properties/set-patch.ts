/** Properties of a node, by name. */
export type Values = Readonly<Record<string, unknown>>;

/** Changes properties of a node; `typing` names the property while the user types, see `ApplyOptions`. */
export type SetPatch = (patch: Values, typing?: string) => void;
