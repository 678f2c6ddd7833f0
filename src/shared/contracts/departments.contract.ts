import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { codeField, Department, nameField, ReferenceUses } from './reference-data.contract.ts';
import { Id, literals, Nothing, nullable } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;
const administrators = { who: ['admin'], scope: 'reference' } as const;

/** Maximum number of levels of the tree. */
export const DEPARTMENT_LEVELS_MAX = 20;
/** Maximum number of departments of an organisation. */
export const DEPARTMENTS_MAX = 5000;

const choice = Type.Optional(nullable(Id));

/** Accepts the result of GET with `managerId` and `companyId`; the other fields of the server are ignored. Omitted ones stay. */
export const DepartmentChange = Type.Object(
  {
    id: Type.Optional(Type.String()),
    code: codeField,
    name: nameField,
    /** Null: at the top. */
    parentId: choice,
    /** Key of an active user. */
    managerId: choice,
    companyId: choice,
    active: Type.Optional(Type.Boolean()),
    manager: Type.Optional(Type.Unknown()),
    company: Type.Optional(Type.Unknown()),
    people: Type.Optional(Type.Integer()),
    version: Type.Optional(Type.Integer()),
  },
  strict,
);
export type DepartmentChange = Static<typeof DepartmentChange>;

export const createDepartment = endpoint({
  method: 'POST',
  path: '/api/departments',
  summary: 'Create a department',
  ...administrators,
  status: 201,
  body: DepartmentChange,
  reply: Department,
  errors: ['department.code_taken', 'department.too_deep', 'department.too_many', 'department.unknown_reference'],
});

export const updateDepartment = endpoint({
  method: 'PUT',
  path: '/api/departments/{id}',
  summary: 'Change a department, or move it with its sub-departments',
  ...administrators,
  body: DepartmentChange,
  reply: Department,
  errors: [
    'department.not_found',
    'department.code_taken',
    'department.cycle',
    'department.too_deep',
    'department.unknown_reference',
    'edit.conflict',
  ],
});

/** `into` receives the users and the sub-departments. Values that name the department keep its name. */
export const deleteDepartment = endpoint({
  method: 'DELETE',
  path: '/api/departments/{id}',
  summary: 'Delete an empty department, or give what it contains to another one (`into`)',
  ...administrators,
  query: Type.Object({ into: Type.Optional(Id) }),
  status: 204,
  reply: Nothing,
  errors: [
    'department.not_found',
    'department.in_use',
    'department.cycle',
    'department.too_deep',
    'department.unknown_reference',
    'edit.conflict',
  ],
});

export const listDepartmentUses = endpoint({
  method: 'GET',
  path: '/api/departments/{id}/uses',
  summary: 'The users of a department itself, counted, its sub-departments, and the manuals that address it',
  ...administrators,
  reply: ReferenceUses,
  errors: ['department.not_found'],
});

/** What moving a department changes. */
export const DepartmentMove = Type.Object({
  /** Active users of the department and of those below it. */
  people: Type.Integer(),
  /** Number of departments that move, with the department itself. */
  departments: Type.Integer(),
  /** Manuals that address a department above: `gained` by the move, or `lost`. */
  manuals: Type.Array(
    Type.Object({ id: Id, title: Type.String(), change: literals('gained', 'lost'), department: Type.String() }),
  ),
});
export type DepartmentMove = Static<typeof DepartmentMove>;

/** Without `parentId`: to the top. */
export const previewDepartmentMove = endpoint({
  method: 'GET',
  path: '/api/departments/{id}/move',
  summary: 'What moving a department below another one would change; changes nothing',
  ...administrators,
  query: Type.Object({ parentId: Type.Optional(Id) }),
  reply: DepartmentMove,
  errors: ['department.not_found', 'department.cycle', 'department.too_deep', 'department.unknown_reference'],
});

/** A department of another system. Omitted members of a known one stay. */
const SyncedDepartment = Type.Object(
  {
    code: codeField,
    name: nameField,
    /** Code of a department of the request or of the organisation; null: at the top. */
    parentCode: Type.Optional(nullable(Type.String({ maxLength: 64 }))),
    companyCode: Type.Optional(nullable(Type.String({ maxLength: 64 }))),
    /** Username of an active user. */
    manager: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
    active: Type.Optional(Type.Boolean()),
  },
  strict,
);

export type SyncedDepartment = Static<typeof SyncedDepartment>;

/** Result of a synchronisation, or of a dry run: the codes of departments. */
const DepartmentsChange = Type.Object({
  dryRun: Type.Boolean(),
  created: Type.Array(Type.String()),
  changed: Type.Array(Type.String()),
  /** Only with `missing: "deactivate"`. */
  deactivated: Type.Array(Type.String()),
  unchanged: Type.Integer(),
});

/** All or nothing: faults refuse the request, each with a pointer. */
export const syncDepartments = endpoint({
  method: 'POST',
  path: '/api/departments/sync',
  summary: 'Create and change departments by code; with `dryRun` only says what would change',
  ...administrators,
  scope: null,
  bodyLimit: 4_194_304,
  bodyBounds: { values: 10 * DEPARTMENTS_MAX, members: 100 },
  body: Type.Object(
    {
      departments: Type.Array(SyncedDepartment, { maxItems: DEPARTMENTS_MAX }),
      /** What happens to departments that the request does not name; default `keep`. */
      missing: Type.Optional(literals('keep', 'deactivate')),
      dryRun: Type.Optional(Type.Boolean()),
    },
    strict,
  ),
  reply: DepartmentsChange,
  errors: [
    'department.code_taken',
    'department.cycle',
    'department.too_deep',
    'department.too_many',
    'department.unknown_reference',
  ],
});
