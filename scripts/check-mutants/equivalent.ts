const SIGN = 'The sign of a comparison counts, not its size.';
const UNIQUE = 'The compared texts are never equal.';

/** Mutants without an observable effect: by file, `from → to`, with the reason. */
export const EQUIVALENT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'src/server/modules/departments/departments.rules.ts': {
    'node.parentId === null → false': 'No department has the id null, so it is a root either way.',
  },
  'src/server/modules/dropdowns/options.rules.ts': {
    '< → <=': UNIQUE,
    '< → >=': 'Both sides are sorted in the same order.',
    '1 → (1 + 1)': SIGN,
  },
  'src/server/modules/forms/forms.rules.ts': { '< → <=': UNIQUE },
  'src/server/modules/menus/menus.rules.ts': { '< → <=': UNIQUE, '1 → (1 + 1)': SIGN },
  'src/server/modules/menus/product-menu.rules.ts': {
    '< → <=': UNIQUE,
    '< → >=': 'Both sides are sorted in the same order.',
  },
  'src/server/modules/processes/running/processes.rules.ts': {
    "'done' → ''": 'Without its case nothing is thrown either.',
    "'repeated' → ''": 'Without its case nothing is thrown either.',
  },
  'src/server/modules/task-mails/digest.rules.ts': { '< → <=': 'Equal times are the same result.' },
  'src/server/modules/tasks/collaboration/why.rules.ts': {
    "'assignee' → ''": 'A code without a place comes first, which is where this one is.',
  },
};
