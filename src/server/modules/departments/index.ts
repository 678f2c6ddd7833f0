import { DEPARTMENTS_MAX } from '../../../shared/contracts/departments.contract.ts';
import {
  getDepartment,
  listDepartments,
  listDepartmentsOfUser,
} from '../../../shared/contracts/reference-data.contract.ts';
import type { ServerModule } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import { lookupQueryOf, singlePage } from '../../platform/lookup.ts';
import { findUser, personOfPath, visibleTo } from '../users/index.ts';
import { departmentRoutes } from './departments.routes.ts';
import { treeOf } from './departments.rules.ts';
import { readDepartment, readDepartments, readOfUser } from './departments.store.ts';
import { syncRoutes } from './sync.routes.ts';

export { rebuildTree } from './department-tree.store.ts';
export { departmentsImport } from './departments.import.ts';
export { departmentsResource } from './departments.resource.ts';
export { usesOfDepartment } from './departments.store.ts';

/** Departments for form fields and for administrators: /api/departments. */
export const departments: ServerModule = (app, context) => {
  serve(app, context, listDepartments, async ({ tx, query }) =>
    query.tree
      ? treeOf(await readDepartments(tx, { q: '', ids: undefined, limit: DEPARTMENTS_MAX }, query.inactive))
      : singlePage(await readDepartments(tx, lookupQueryOf(query), query.inactive)),
  );

  serve(app, context, getDepartment, async ({ tx, params }) => {
    const department = await readDepartment(tx, params.id);
    if (!department) throw new AppError('department.not_found');
    return department;
  });

  serve(app, context, listDepartmentsOfUser, async ({ tx, params, session }) => {
    const user = await findUser(tx, personOfPath(params.id, session));
    if (!user || !visibleTo(session, user)) throw new AppError('user.not_found');
    return readOfUser(tx, user.key);
  });

  departmentRoutes(app, context);
  syncRoutes(app, context);
};
